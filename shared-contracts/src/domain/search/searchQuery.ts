import { tellingWords } from './commonWords.ts';
import { foldText, isUnspaced } from './foldText.ts';

/** What a reader typed, made ready to be compared: case, accents and kinds of quotes do not matter. */
export interface SearchQuery {
  /** The whole of it, folded, single spaces between. */
  phrase: string;
  /** Its telling words, folded, each once: of two characters or more, or one where a character is a word. */
  words: readonly string[];
}

/** Fewer characters than this are not searched for, except where one character is a word. */
export const minCharacters = 2;
/** Milliseconds of quiet before a search begins. */
export const searchDelay = 300;
/** Words, and characters where words have no spaces, from which on what was typed is taken for a sentence. */
const sentence = { words: 5, characters: 9 };

const isWord = (part: string) => [...part].length >= minCharacters || isUnspaced(part);

/** Null when there is too little to search for. */
export function searchQuery(typed: string): SearchQuery | null {
  const phrase = isbnOf(typed) ?? foldText(typed).trim().replace(/\s+/g, ' ');
  // Single letters are ignored, also when there are several of them.
  if (!phrase.split(' ').some(isWord)) return null;
  const words = phrase.split(/[^\p{L}\p{N}\p{M}]+/u).filter(isWord);
  return { phrase, words: tellingWords([...new Set(words)]) };
}

/** The digits of an ISBN, however it is written; null when it is none. */
export function isbnOf(typed: string): string | null {
  const digits = typed.replace(/^\s*isbn(?:-1[03])?[:\s]*/i, '').replace(/[\s\u2010-\u2015-]/g, '');
  return /^(?:97[89]\d{10}|\d{9}[\dXx])$/.test(digits) ? digits.toLowerCase() : null;
}

/** Whether what was typed is a sentence, or most of one: then it is looked for inside the books first. */
export function isSentence(typed: string): boolean {
  const words = typed.trim().split(/\s+/);
  return (
    words.length >= sentence.words ||
    words.some((word) => isUnspaced(word) && [...word].length >= sentence.characters)
  );
}

/** Where a word or phrase, folded, begins in a folded text: at the beginning of a word. -1 when it does not. */
export function wordStart(text: string, wanted: string, from = 0): number {
  const anywhere = isUnspaced(wanted);
  for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1))
    if (anywhere || at === 0 || !isLetter(text, at - 1) || !isLetter(wanted, 0)) return at;
  return -1;
}

const letter = /[\p{L}\p{N}\p{M}]/u;

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return letter.test(text[at] ?? '');
}
