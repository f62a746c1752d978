/** How well the mentor finds what answers a question, and how soon, beside plain full text over the same passages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
      const { plain, product, missing } = await measure(library, questions);
      if (missing.length > 0) throw new Error(`No book has: ${missing.join('; ')}`);
      // Misses, so that less is better as everywhere here.
      const misses = (name: string, of: (quality: Quality) => number): Figure => {
        const [ours, reference] = [1 - of(product.figures), 1 - of(plain.figures)];
        return { name, unit: 'score', ours, reference, ratio: ours / reference, promised: 1 };
      };
      const ours = median(product.milliseconds);
      return [
        misses(
          `of ${questions.length} questions, not answered by the first passage / plain full text`,
          (q) => q.hitAt1,
        ),
        misses('not answered by the first five / plain full text', (q) => q.hitAt5),
        misses('not answered by the first ten / plain full text', (q) => q.hitAt10),
        misses('1 - mean reciprocal rank / plain full text', (q) => q.meanReciprocalRank),
        {
          name: `passages for a question, median / ${passagesWithin} ms`,
          unit: 'ms',
          ours,
          reference: passagesWithin,
          ratio: ours / passagesWithin,
          promised: 1,
          samples: { ours: product.milliseconds, reference: plain.milliseconds },
        },
      ];
    } finally {
      await library.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
