/** A text split around its changed part. */
export interface ChangedPart {
  before: string;
  changed: string;
  after: string;
}

const wordsOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text), ({ segment }) => segment);

/**
 * The difference of two versions: everything between their common start and common end. `changed` is empty in both
 * when they are equal or have nothing in common.
 */
export function changedParts(one: string, other: string): readonly [ChangedPart, ChangedPart] {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [partsAt(a, start, end), partsAt(b, start, end)];
}

function partsAt(words: readonly string[], start: number, end: number): ChangedPart {
  if (start + end === 0) return { before: words.join(''), changed: '', after: '' };
  const last = words.length - end;
  return {
    before: words.slice(0, start).join(''),
    changed: words.slice(start, last).join(''),
    after: words.slice(last).join(''),
  };
}
