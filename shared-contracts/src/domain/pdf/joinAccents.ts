/** A run of letters of a PDF with its place, as pdf.js gives it; what is not text has no `str`. */
export interface PlacedText {
  str?: string;
  dir?: string;
  /** In the units of the page. */
  width?: number;
  /** From a letter of size 1 to the units of the page. */
  transform?: readonly number[];
  hasEOL?: boolean;
}

/** Accents that TeX prints as a sign of their own before the letter below or above them, as combining characters. */
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
/** Letters that lose their dot below an accent. */
const dotted: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

/** How far before the end of its accent a letter begins, in heights of letters. */
const leastOverlap = 0.12;
const mostOverlap = 1.2;
/** How far above or below the line of the letter that of its accent may be. */
const mostRaised = 0.6;

/** Joins accents with their letters, in all parts of the runs of a page: "na¨" and "ıve" become "na" and "ïve". */
export class AccentJoiner<Run extends PlacedText> {
  /** A run that ends with an accent: what follows may be its letter. */
  #held: Run | null = null;

  /** @returns the runs that are complete */
  add(runs: readonly Run[]): Run[] {
    const done: Run[] = [];
    for (const run of runs) {
      const [before, next] = this.#held ? joined(this.#held, run) : [null, run];
      if (before) done.push(before);
      this.#held = endsWithAccent(next) ? next : null;
      if (!this.#held) done.push(next);
    }
    return done;
  }

  /** @returns what was held back */
  end(): Run[] {
    const rest = this.#held ? [this.#held] : [];
    this.#held = null;
    return rest;
  }
}

const endsWithAccent = ({ str = '', hasEOL }: PlacedText) =>
  !hasEOL && combining[str.at(-1) ?? ''] !== undefined;

/** Both runs, the accent at the end of the first moved to the letter of the second if it stands over it. */
function joined<Run extends PlacedText>(accented: Run, next: Run): [before: Run | null, next: Run] {
  const { str = '' } = accented;
  const [letter = ''] = next.str ?? '';
  const distance = overlappingAt(accented, next);
  if (distance === null || !/^\p{L}$/u.test(letter)) return [accented, next];
  const whole = ((dotted[letter] ?? letter) + (combining[str.at(-1) ?? ''] ?? '')).normalize('NFC');
  const rest = str.slice(0, -1);
  return [
    rest === '' ? null : { ...accented, str: rest, width: distance },
    { ...next, str: whole + (next.str ?? '').slice(letter.length) },
  ];
}

/** How far along the line of the first run the second one begins; null where it does not stand below its last sign. */
function overlappingAt(first: PlacedText, second: PlacedText): number | null {
  if (!first.transform || !second.transform || first.dir === 'rtl') return null;
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = first.transform;
  const [, , , , nextX = 0, nextY = 0] = second.transform;
  const length = Math.hypot(a, b) || 1;
  const size = Math.hypot(c, d);
  const along = ((nextX - x) * a + (nextY - y) * b) / length;
  const across = ((nextY - y) * a - (nextX - x) * b) / length;
  const overlap = ((first.width ?? 0) - along) / size;
  const isBelow = overlap > leastOverlap && overlap < mostOverlap && Math.abs(across) < mostRaised * size;
  return isBelow ? Math.max(0, along) : null;
}
