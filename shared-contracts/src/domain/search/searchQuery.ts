import { foldText } from './foldText.ts';

/** What a reader typed, made ready to be compared: case, accents and kinds of quotes do not matter. */
export interface SearchQuery {
  /** The whole of it, folded, single spaces between. */
  phrase: string;
  /** Its words of two characters or more, folded, each once. */
  words: readonly string[];
}

/** Fewer characters than this are not searched for. */
export const leastCharacters = 2;
/** Milliseconds of quiet before a search begins. */
export const searchDelay = 300;

/** Null when there is too little to search for. */
export function searchQuery(typed: string): SearchQuery | null {
  const phrase = foldText(typed).trim().replace(/\s+/g, ' ');
  if ([...phrase].length < leastCharacters) return null;
  const words = phrase.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => [...word].length > 1);
  return { phrase, words: [...new Set(words)] };
}
