import type { Browser } from '@playwright/test';

/** What every benchmark is given. */
export interface BenchContext {
  browser: Browser;
  /** How to launch another. */
  chromium: { executablePath: string; args: string[] };
  /** Address of the product. */
  url: string;
  /** Address of the bare reference pages, and of the real books below /books/. */
  references: string;
  /** Address of the same product built plainly, without federation. */
  plain: string;
  /** Folder that `url` serves its pages from: a copy, into which a benchmark may write pages to compare with. */
  publicDir: string;
  /** Folder of the real books. */
  books: string;
}

/** One promised figure: ours and the reference's, measured in turn in the same run. */
export interface Figure {
  name: string;
  unit: 'ms' | 'bytes' | 'requests' | 'statements' | 'score' | 'MB' | 'ms a book';
  ours: number;
  reference: number;
  /** ours / reference */
  ratio: number;
  /** The ratio promised, at most. */
  promised: number;
  /** Every run, for those who want to see the spread. */
  samples?: { ours: number[]; reference: number[] };
}

/** One that needs no browser and no build; it starts what it needs. */
export interface ServerBenchmark {
  name: string;
  run(context: Pick<BenchContext, 'books'>): Promise<Figure[]>;
}

export interface Benchmark {
  name: string;
  run(context: BenchContext): Promise<Figure[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Ours and the reference in turn, so that a machine whose speed drifts slows both. One round of each warms up. */
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
