import type { Browser } from '@playwright/test';

/** The parameters of every benchmark. */
export interface BenchContext {
  browser: Browser;
  /** Launches another browser. */
  chromium: { executablePath: string; args: string[] };
  /** URL of the product. */
  url: string;
  /** URL of the bare reference pages, and of the real books below /books/. */
  references: string;
  /** Folder that `url` is served from: a copy, to which a benchmark may add pages for comparison. */
  publicDir: string;
  /** Folder of the real books. */
  books: string;
}

/** One promised figure: ours and the reference's, measured in turn in the same run. */
export interface Figure {
  name: string;
  unit: 'ms' | 'bytes' | 'requests' | 'score' | 'MB' | 'ms a book';
  ours: number;
  reference: number;
  /** ours / reference */
  ratio: number;
  /** The promised maximum ratio. */
  promised: number;
  /** Every run, to show the spread. */
  samples?: { ours: number[]; reference: number[] };
}

export interface Benchmark<Context = BenchContext> {
  name: string;
  run(context: Context): Promise<Figure[]>;
}

/** A benchmark without browser and build; it starts what it needs. */
export type ServerBenchmark = Benchmark<Pick<BenchContext, 'books'>>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Runs ours and the reference in turn, so that both are affected by a drifting machine. The first round warms up. */
export async function interleaved(
  name: string,
  promised: number,
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Figure> {
  const samples = { ours: [] as number[], reference: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const [a, b] = [await ours(), await reference()];
    if (round > 0) {
      samples.ours.push(a);
      samples.reference.push(b);
    }
  }
  const [o, r] = [median(samples.ours), median(samples.reference)];
  return { name, unit: 'ms', ours: o, reference: r, ratio: o / r, promised, samples };
}

/** A figure against a limit in milliseconds: the median of the samples. */
export function within(name: string, limit: number, ours: number[]): Figure {
  const figure = compared(`${name} / ${limit} ms`, 'ms', median(ours), limit, 1);
  return { ...figure, samples: { ours, reference: [limit] } };
}

/** A figure of one measurement of each. */
export const compared = (
  name: string,
  unit: Figure['unit'],
  ours: number,
  reference: number,
  promised: number,
): Figure => ({ name, unit, ours, reference, ratio: ours / reference, promised });
