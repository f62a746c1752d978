import { foldedWords, foldWord, isUnspaced } from '../store/textTokens.ts';
import { stem } from './stem.ts';

/** The words of a question of which any form is in any of the texts. */
export function wordsThere(words: readonly string[], texts: readonly string[]): string[] {
  const wanted = words.map((word) => ({ word, folded: foldWord(word), beginning: stem(foldWord(word)) }));
  const there = new Set<string>();
  for (const text of texts) {
    const whole = foldWord(text);
    for (const { word, folded } of wanted) if (isUnspaced(folded) && whole.includes(folded)) there.add(word);
    for (const token of foldedWords(text))
      for (const { word, beginning } of wanted) if (token.startsWith(beginning)) there.add(word);
    if (there.size === words.length) break;
  }
  return words.filter((word) => there.has(word));
}
