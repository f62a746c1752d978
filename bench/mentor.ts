/** Quality and speed of the mentor's retrieval, compared with plain full text over the same passages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, type Figure, median } from './lib/bench.ts';
import { addBooks, addNotes, openLibrary } from './lib/library.ts';
import { type Measured, measure, type Quality } from './lib/quality.ts';
import { ownNotes, questionsOf } from './lib/questions.ts';

/** The promise is absolute; the machine's speed is shown beside it. */
const passagesWithin = 100;

export const mentor: Benchmark = {
  name: 'mentor',
  async run({ books }): Promise<Figure[]> {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
    const library = await openLibrary(dataDir);
    try {
      await addBooks(library, books);
      await addNotes(library, ownNotes());
      const seen = await measure(library, questionsOf('seen'));
      const unseen = await measure(library, questionsOf('unseen'));
      const missing = [...seen.missing, ...unseen.missing];
      if (missing.length > 0) throw new Error(`No book has: ${missing.join('; ')}`);
      const milliseconds = [...seen.milliseconds.product, ...unseen.milliseconds.product];
      const ours = median(milliseconds);
      return [
        ...misses('seen half', seen),
        ...misses('unseen half', unseen),
        {
          name: `passages for a question, median / ${passagesWithin} ms`,
          unit: 'ms',
          ours,
          reference: passagesWithin,
          ratio: ours / passagesWithin,
          promised: 1,
          samples: {
            ours: milliseconds,
            reference: [...seen.milliseconds.plain, ...unseen.milliseconds.plain],
          },
        },
      ];
    } finally {
      await library.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** Misses, so that less is better as in all figures. */
function misses(half: string, measured: Measured): Figure[] {
  const compared = (name: string, ours: number, reference: number): Figure => {
    return { name, unit: 'score', ours, reference, ratio: ours / Math.max(reference, 0.001), promised: 1 };
  };
  const figure = (
    set: string,
    those: { plain: Quality; product: Quality },
    at: keyof Quality,
    what: string,
  ) =>
    compared(
      `${half}, ${set} (${those.product.questions}), ${what} / plain full text`,
      1 - those.product[at],
      1 - those.plain[at],
    );
  return [
    figure('all', measured, 'hitAt1', 'not answered by the first passage'),
    figure('all', measured, 'hitAt5', 'not answered by the first five'),
    figure('all', measured, 'hitAt10', 'not answered by the first ten'),
    figure('all', measured, 'meanReciprocalRank', '1 - mean reciprocal rank'),
    ...Object.entries(measured.kinds).map(([kind, those]) =>
      figure(kind, those, 'hitAt5', 'not answered by the first five'),
    ),
    compared(`${half}, unanswerable questions that are answered / all`, 1 - measured.saidUnanswerable, 1),
  ];
}
