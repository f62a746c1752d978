import {
  foldText,
  foldWithOffsets,
  ignoredCharacters,
  isUnspaced,
  occurrencesOf,
  type TextRange,
  unifyRadicals,
} from '@lectern/shared-contracts/domain/search/foldText.ts';

export { isUnspaced };

/** A character of a script without spaces, with its marks. */
const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*/gu;
const words = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const ignored = new RegExp(`[${ignoredCharacters}]`, 'g');

/**
 * Text as indexed: folded, and split into characters in scripts without spaces, so that a phrase of them matches
 * anywhere in a sentence.
 */
export function indexText(text: string): string {
  const folded = foldWord(text);
  return isUnspaced(folded) ? folded.replaceAll(unspacedLetter, ' $& ') : folded;
}

/**
 * The words of any input, without invisible characters, quotes, operators and lone surrogates: at most 32, cut to 64
 * characters each.
 */
export function queryWords(input: string): string[] {
  const visible = unifyRadicals(input.slice(0, 10_000))
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(ignored, '');
  const found = visible.match(words) ?? [];
  return [...new Set(found.map((word) => word.slice(0, 64).toWellFormed()))]
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 32);
}

/** A word as indexed: folded, in NFC. */
export function foldWord(word: string): string {
  return foldText(word).normalize('NFC');
}

/** The folded words of a text, in order. */
export function foldedWords(text: string): string[] {
  return foldWord(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Ranges where words of the query match a prefix of a word, extended to the word's end: in order, not overlapping. */
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

/** Of matches at the same place, the longest first. */
function runsIn(text: string, runs: readonly string[]): TextRange[] {
  if (runs.length === 0) return [];
  const all = runs
    .flatMap((run) => occurrencesOf(run, text))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const found: TextRange[] = [];
  for (const range of all) if (range.start >= (found.at(-1)?.end ?? 0)) found.push(range);
  return found;
}
