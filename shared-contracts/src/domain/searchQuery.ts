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
  const phrase = fold(typed).trim().replace(/\s+/g, ' ');
  if ([...phrase].length < leastCharacters) return null;
  const words = phrase.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => [...word].length > 1);
  return { phrase, words: [...new Set(words)] };
}

/** Lower case without accents, so that 'Brontë' is found by 'bronte'. */
export function fold(text: string): string {
  return Array.from(text, foldCharacter).join('');
}

/** One character folded; may become none (a lone accent) or several (ligatures). */
export function foldCharacter(character: string): string {
  if (character <= '\x7f') return character.toLowerCase();
  const plain = character
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return plain
    .replace(/[‘’‛]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/\u00ad/g, '');
}
