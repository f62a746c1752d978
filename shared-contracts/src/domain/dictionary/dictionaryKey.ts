import { foldText } from '../search/foldText.ts';

/** Normalizes a headword: without case, accents and surrounding punctuation, with single spaces. */
export function dictionaryKey(word: string): string {
  return (
    foldText(word)
      .normalize('NFC')
      .replace(/[_\s]+/g, ' ')
      // The lookbehind tries each run of punctuation once, instead of from each of its characters.
      .replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}\p{M}.+#])[^\p{L}\p{N}\p{M}.+#]+$/gu, '')
      .trim()
  );
}
