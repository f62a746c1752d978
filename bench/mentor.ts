/** How well the mentor finds what answers a question, and how soon, beside plain full text over the same passages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heldOut } from './heldOut.ts';
import { type Benchmark, type Figure, median } from './lib/bench.ts';
import { addBooks, openLibrary } from './lib/library.ts';
import { measure, type Quality } from './lib/quality.ts';
import { questions } from './questions.ts';

/** The promise is an absolute one; the machine's pace stands beside it. */
const passagesWithin = 100;

export const mentor: Benchmark = {
  name: 'mentor',
  async run({ books }): Promise<Figure[]> {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
    const library = await openLibrary(dataDir);
    try {
      await addBooks(library, books);
      const tuned = await measure(library, questions);
      const unseen = await measure(library, heldOut);
      const missing = [...tuned.missing, ...unseen.missing];
      if (missing.length > 0) throw new Error(`No book has: ${missing.join('; ')}`);
      const milliseconds = [...tuned.product.milliseconds, ...unseen.product.milliseconds];
      const ours = median(milliseconds);
      return [
        ...misses(`of the ${questions.length} questions that the weights were chosen by`, tuned),
        ...misses(`of the ${heldOut.length} questions held out`, unseen),
        {
          name: `passages for a question, median / ${passagesWithin} ms`,
          unit: 'ms',
          ours,
          reference: passagesWithin,
          ratio: ours / passagesWithin,
          promised: 1,
          samples: {
            ours: milliseconds,
            reference: [...tuned.plain.milliseconds, ...unseen.plain.milliseconds],
          },
        },
      ];
    } finally {
      await library.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** Misses, so that less is better as everywhere here. */
function misses(set: string, { plain, product }: Awaited<ReturnType<typeof measure>>): Figure[] {
  const figure = (what: string, of: (quality: Quality) => number): Figure => {
    const [ours, reference] = [1 - of(product.figures), 1 - of(plain.figures)];
    const name = `${set}, ${what} / plain full text`;
    return { name, unit: 'score', ours, reference, ratio: ours / reference, promised: 1 };
  };
  return [
    figure('not answered by the first passage', (q) => q.hitAt1),
    figure('not answered by the first five', (q) => q.hitAt5),
    figure('not answered by the first ten', (q) => q.hitAt10),
    figure('1 - mean reciprocal rank', (q) => q.meanReciprocalRank),
  ];
}
