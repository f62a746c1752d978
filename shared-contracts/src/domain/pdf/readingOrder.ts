import type { PlacedText } from './joinAccents.ts';

const rightToLeftScripts =
  '\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}';
const rightToLeft = new RegExp(`[${rightToLeftScripts}]`, 'gu');
/** Share of the font height within which two runs are on the same line. */
const sameLine = 0.5;

/**
 * Puts the runs of right-to-left lines in the order in which they are read, where a file has them from left to right,
 * as they stand on the page: pdf.js orders only the letters within a run.
 */
export class ReadingOrder<Run extends PlacedText> {
  #line: Run[] = [];
  /** Letters of the page so far, by direction. */
  #letters = { rightToLeft: 0, leftToRight: 0 };

  /** @returns the completed lines */
  add(runs: readonly Run[]): Run[] {
    const done: Run[] = [];
    for (const run of runs) {
      if (!continues(this.#line, run)) done.push(...this.end());
      this.#line.push(run);
      if (run.hasEOL) done.push(...this.end());
    }
    return done;
  }

  /** @returns the remaining line */
  end(): Run[] {
    const line = this.#line;
    this.#line = [];
    const runs = line.filter(({ str = '' }) => str !== '');
    return runs.length > 1 && this.#isRightToLeft(runs) && standsFromLeft(runs) ? ordered(runs, line) : line;
  }

  /** A line of Latin words and few others is one of its page. */
  #isRightToLeft(runs: readonly Run[]): boolean {
    const text = runs.map(({ str }) => str).join('');
    const rtl = text.match(rightToLeft)?.length ?? 0;
    const ltr = (text.match(/\p{L}/gu)?.length ?? 0) - rtl;
    this.#letters.rightToLeft += rtl;
    this.#letters.leftToRight += ltr;
    return rtl > 0 && (rtl > ltr || this.#letters.rightToLeft > this.#letters.leftToRight);
  }
}

function continues(line: readonly PlacedText[], run: PlacedText): boolean {
  const last = line.at(-1);
  if (!last || run.str === '') return true;
  if (!last.transform || !run.transform) return false;
  const [, slope = 0, , height = 0, , y = 0] = run.transform;
  return Math.abs(slope) < 0.01 && Math.abs(y - (last.transform[5] ?? 0)) < sameLine * Math.abs(height);
}

type Kind = 'rightToLeft' | 'leftToRight' | 'number' | 'neutral';

function kindOf({ str = '' }: PlacedText): Kind {
  if (str.search(rightToLeft) >= 0) return 'rightToLeft';
  if (/\p{L}/u.test(str)) return 'leftToRight';
  return /\p{N}/u.test(str) ? 'number' : 'neutral';
}

/** @param line the runs with empty ones, of which the last may end the line */
function ordered<Run extends PlacedText>(runs: readonly Run[], line: readonly Run[]): Run[] {
  const parts = partsOf(runs).reverse().flat();
  const endsLine = line.at(-1)?.hasEOL ?? false;
  return parts.map((run, index) => ({ ...run, hasEOL: endsLine && index === parts.length - 1 }));
}

function standsFromLeft(runs: readonly PlacedText[]): boolean {
  const starts = runs.filter(({ str }) => str?.trim()).map(({ transform }) => transform?.[4] ?? 0);
  return starts.every((start, index) => index === 0 || start >= (starts[index - 1] as number));
}

/** Runs of a line from left to right, of which those in an array are read in this direction. */
function partsOf<Run extends PlacedText>(runs: readonly Run[]): Run[][] {
  const parts: Run[][] = [];
  let before: { kind: Kind; at: number } | null = null;
  for (const [at, run] of runs.entries()) {
    const kind = kindOf(run);
    const between = before ? runs.slice(before.at + 1, at) : [];
    if (before && areReadOn(before.kind, kind, between)) {
      parts.splice(parts.length - between.length);
      parts.at(-1)?.push(...between, run);
    } else parts.push([kind === 'neutral' ? turned(run) : run]);
    if (kind !== 'neutral') before = { kind, at };
  }
  return parts;
}

/** Whether two runs are read from left to right: Latin words, and what belongs to one number. */
function areReadOn(before: Kind, kind: Kind, between: readonly PlacedText[]): boolean {
  if (before === 'leftToRight') return kind === 'leftToRight' || kind === 'number';
  const isClose = between.every(({ str = '' }) => str.trim() === str);
  return before === 'number' && isClose && (kind === 'number' || kind === 'leftToRight');
}

/** Signs that stand among words which are read from the right. */
function turned<Run extends PlacedText>(run: Run): Run {
  return {
    ...run,
    str: mirrorBrackets(
      Array.from(run.str ?? '')
        .reverse()
        .join(''),
    ),
  };
}

const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
};
const leftToRightLetter = `(?![${rightToLeftScripts}])\\p{L}`;
const inside = `[^${rightToLeftScripts}()\\[\\]{}]*`;
/** A pair as in f(x): after and around letters that run from left to right. */
const leftToRightPair = `(?<=${leftToRightLetter}[^\\p{L}()\\[\\]{}]*)[([{]${inside}${leftToRightLetter}${inside}[)\\]}]`;
const brackets = new RegExp(`${leftToRightPair}|[()\\[\\]{}«»‹›]`, 'gu');

/**
 * Corrects the brackets of a right-to-left text from pdf.js: it puts the letters in the order in which they are read,
 * but leaves the brackets as they look on the page, where an opening one looks like a closing one.
 */
export const mirrorBrackets = (text: string): string =>
  text.replace(brackets, (bracket) => mirrored[bracket] ?? bracket);
