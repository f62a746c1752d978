import { foldText } from '../search/foldText.ts';

/** A headword as it is compared: without case, accents, and marks around it; one space between words. */
export function dictionaryKey(word: string): string {
  return foldText(word)
    .normalize('NFC')
    .replace(/[_\s]+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}.+#]+$/gu, '')
    .trim();
}
