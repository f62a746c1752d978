import { tellingWords } from './commonWords.ts';
import { foldText, isUnspaced } from './foldText.ts';

/** A normalized query: case, accents and kinds of quotes do not matter. */
export interface SearchQuery {
  /** The whole query, folded, with single spaces. */
  phrase: string;
  /**
   * Its unique significant words, folded, of at least two characters, or one in scripts where a character is a word.
   */
  words: readonly string[];
}

/** Minimum length of a query, except in scripts where a character is a word. */
export const minCharacters = 2;
/** Debounce delay in milliseconds. */
export const searchDelay = 300;
/** Number of words, or of characters in scripts without spaces, from which a query counts as a sentence. */
const sentence = { words: 5, characters: 9 };

const isWord = (part: string) => [...part].length >= minCharacters || isUnspaced(part);

/** Null when the input is too short. */
export function searchQuery(typed: string): SearchQuery | null {
  const phrase = isbnOf(typed) ?? foldText(typed).trim().replace(/\s+/g, ' ');
  // Single letters are ignored, even several of them.
  if (!phrase.split(' ').some(isWord)) return null;
  const words = phrase.split(/[^\p{L}\p{N}\p{M}]+/u).filter(isWord);
  return { phrase, words: tellingWords([...new Set(words)]) };
}

/** The digits of an ISBN in any notation; null for other queries. */
export function isbnOf(typed: string): string | null {
  const digits = typed.replace(/^\s*isbn(?:-1[03])?[:\s]*/i, '').replace(/[\s\u2010-\u2015-]/g, '');
  return /^(?:97[89]\d{10}|\d{9}[\dXx])$/.test(digits) ? digits.toLowerCase() : null;
}

/** Whether the query looks like a sentence, so that full-text results come first. */
export function isSentence(typed: string): boolean {
  const words = typed.trim().split(/\s+/);
  return (
    words.length >= sentence.words ||
    words.some((word) => isUnspaced(word) && [...word].length >= sentence.characters)
  );
}

/**
 * The index of a folded word or phrase at a word start in a folded text; -1 when not found. Articles and particles
 * that Arabic and Hebrew attach to a word are not part of it.
 */
export function wordStart(text: string, wanted: string, from = 0): number {
  const anywhere = isUnspaced(wanted);
  for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1))
    if (
      anywhere ||
      at === 0 ||
      !isLetter(text, at - 1) ||
      !isLetter(wanted, 0) ||
      (text.charCodeAt(at - 1) >= firstHebrew &&
        particles.test(text.slice(Math.max(0, at - longestParticles), at)))
    )
      return at;
  return -1;
}

const firstHebrew = 0x5d0;
/** Longest run of particles before a word, with the character before it. */
const longestParticles = 5;
/** 'and', prepositions and the article of Arabic and Hebrew, at the end of a text. */
const particles = /(?:^|[^\p{L}\p{N}\p{M}])(?:(?=.)[وف]?(?:[بك]?ال|لل|[بكل])?|[ובכלמשה]{1,3})$/u;

const letter = /[\p{L}\p{N}\p{M}]/u;

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return letter.test(text[at] ?? '');
}
