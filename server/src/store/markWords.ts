import { findWords } from './textTokens.ts';

/** The text with the words of the query between U+E000 and U+E001. */
export function markWords(text: string, words: readonly string[]): string {
  let marked = '';
  let done = 0;
  for (const { start, end } of findWords(text, words)) {
    marked += `${text.slice(done, start)}\uE000${text.slice(start, end)}\uE001`;
    done = end;
  }
  return marked + text.slice(done);
}
