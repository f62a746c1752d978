/** A positioned text run of pdf.js; other items have no `str`. */
export interface PlacedText {
  str?: string;
  dir?: string;
  /** In page units. */
  width?: number;
  /** From text space to page units. */
  transform?: readonly number[];
  hasEOL?: boolean;
}

/** Accents that TeX prints as separate characters, as combining characters. */
const combining: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '\u00B4': '\u0301',
  '^': '\u0302',
  '\u02C6': '\u0302',
  '~': '\u0303',
  '\u02DC': '\u0303',
  '\u00AF': '\u0304',
  '\u02C9': '\u0304',
  '\u02D8': '\u0306',
  '\u02D9': '\u0307',
  '\u00A8': '\u0308',
  '\u02DA': '\u030A',
  '\u02DD': '\u030B',
  '\u02C7': '\u030C',
  '\u00B8': '\u0327',
  '\u02DB': '\u0328',
};
/** Accents that may follow their letter. */
const below = '\u00B8\u02DB';
/** Dotless letters that get their dot back without the accent. */
const dotted: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

/** Minimum overlap of accent and letter, in font heights. */
const minOverlap = 0.12;
const maxOverlap = 1.2;
/** Maximum vertical distance of their baselines. */
const maxRise = 0.6;

/** Joins separate accents with their letters across the text runs of a page: "na¨" and "ıve" become "na" and "ïve". */
export class AccentJoiner<Run extends PlacedText> {
  /** The last run, which may continue in the next one. */
  #held: Run | null = null;

  /** @returns the completed runs */
  add(runs: readonly Run[]): Run[] {
    const done: Run[] = [];
    for (const run of runs) {
      const [before, next] = this.#held ? joined(this.#held, run) : [null, run];
      if (before) done.push(before);
      this.#held = next;
    }
    return done;
  }

  /** @returns the remaining runs */
  end(): Run[] {
    const rest = this.#held ? [this.#held] : [];
    this.#held = null;
    return rest;
  }
}

/** Both runs, with an accent between them moved to its letter. */
function joined<Run extends PlacedText>(first: Run, second: Run): [before: Run | null, next: Run] {
  const { str: before = '' } = first;
  const { str: after = '' } = second;
  const accent = before.at(-1) ?? '';
  const [letter = ''] = after;
  if (combining[accent] !== undefined && isLetter.test(letter)) {
    const distance = overlappingAt(first, second);
    if (distance === null) return [first, second];
    const rest = before.slice(0, -1);
    const next = { ...second, str: accented(letter, accent) + after.slice(letter.length) };
    return [rest === '' ? null : { ...first, str: rest, width: distance }, next];
  }
  if (letter === '' || !below.includes(letter) || !isLetter.test(accent)) return [first, second];
  const distance = overlappingAt(first, second);
  if (distance === null) return [first, second];
  return [
    { ...first, str: before.slice(0, -1) + accented(accent, letter) },
    movedAlong({ ...second, str: after.slice(1) }, (first.width ?? 0) - distance),
  ];
}

const isLetter = /^\p{L}$/u;
const accented = (letter: string, accent: string) =>
  ((dotted[letter] ?? letter) + (combining[accent] ?? '')).normalize('NFC');

/** Moves the start of a run, keeping its end. */
function movedAlong<Run extends PlacedText>(run: Run, by: number): Run {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = run.transform ?? [];
  const length = Math.hypot(a, b) || 1;
  const transform = [a, b, c, d, x + (by * a) / length, y + (by * b) / length];
  return { ...run, transform, width: Math.max(0, (run.width ?? 0) - by) };
}

/** Where the second run begins along the line of the first; null unless it overlaps its last character. */
function overlappingAt(first: PlacedText, second: PlacedText): number | null {
  if (!first.transform || !second.transform || first.hasEOL || first.dir === 'rtl') return null;
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = first.transform;
  const [, , , , nextX = 0, nextY = 0] = second.transform;
  const length = Math.hypot(a, b) || 1;
  const size = Math.hypot(c, d);
  const along = ((nextX - x) * a + (nextY - y) * b) / length;
  const across = ((nextY - y) * a - (nextX - x) * b) / length;
  const overlap = ((first.width ?? 0) - along) / size;
  const isBelow = overlap > minOverlap && overlap < maxOverlap && Math.abs(across) < maxRise * size;
  return isBelow ? Math.max(0, along) : null;
}
