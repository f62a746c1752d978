import {
  foldText,
  foldWithOffsets,
  ignoredCharacters,
  isUnspaced,
  occurrencesOf,
  type TextRange,
} from '@lectern/shared-contracts/domain/search/foldText.ts';

export { isUnspaced };

/** A letter of a script without spaces, with its marks. */
const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu;
const words = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const ignored = new RegExp(`[${ignoredCharacters}]`, 'g');

/**
 * Text as the index takes it: folded, and each letter of a script without spaces alone, so that a phrase of them is
 * found anywhere in a sentence.
 */
export function indexText(text: string): string {
  const folded = foldWord(text);
  return isUnspaced(folded) ? folded.replaceAll(unspacedLetter, ' $& ') : folded;
}

/**
 * The words in any input, as they were typed but without invisible characters, each cut to 64 characters, at most 32 of
 * them; quotes, operators and stray surrogates fall away.
 */
export function queryWords(input: string): string[] {
  const visible = input.slice(0, 10_000).toWellFormed().normalize('NFC').replaceAll(ignored, '');
  const found = visible.match(words) ?? [];
  return [...new Set(found.map((word) => word.slice(0, 64).toWellFormed()))]
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 32);
}

/** A word as it is compared: folded, and composed (NFC), as the index has it. */
export function foldWord(word: string): string {
  return foldText(word).normalize('NFC');
}

/** The words of a text in order, folded. */
export function foldedWords(text: string): string[] {
  return foldWord(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Where words of the query begin in a text, up to the word's end: in order, none overlapping. */
export function findWords(text: string, query: readonly string[]): TextRange[] {
  const spaced = query.filter((word) => !isUnspaced(word)).map(foldText);
  const runs = query.filter(isUnspaced).map(foldText);
  const folded = foldWithOffsets(text);
  const found: TextRange[] = [];
  for (const match of folded.text.matchAll(words)) {
    const [word] = match;
    if (spaced.some((wanted) => wanted !== '' && word.startsWith(wanted)))
      found.push({ start: match.index, end: match.index + word.length });
    else
      for (const { start, end } of runsIn(word, runs))
        found.push({ start: match.index + start, end: match.index + end });
  }
  return found.map((range) => folded.originalRange(range));
}

/** The longest first where several begin at the same place. */
function runsIn(text: string, runs: readonly string[]): TextRange[] {
  if (runs.length === 0) return [];
  const all = runs
    .flatMap((run) => occurrencesOf(run, text))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const found: TextRange[] = [];
  for (const range of all) if (range.start >= (found.at(-1)?.end ?? 0)) found.push(range);
  return found;
}
