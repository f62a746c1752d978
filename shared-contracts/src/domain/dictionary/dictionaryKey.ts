import { foldText } from '../search/foldText.ts';

/** Normalizes a headword: without case, accents and surrounding punctuation, with single spaces. */
export function dictionaryKey(word: string): string {
  return foldText(word)
    .normalize('NFC')
    .replace(/[_\s]+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}.+#]+$/gu, '')
    .trim();
}
