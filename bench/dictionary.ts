/** Lookup in a dictionary of 150,000 entries, in a downloaded pack without a network. */
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPack } from '@lectern/shared-contracts/domain/dictionary/dictionaryPack.ts';
import { lookUp } from '@lectern/shared-contracts/domain/dictionary/lookUp.ts';
import { createDictionaries } from '../server/src/dictionaries/dictionaries.ts';
import type { Figure, ServerBenchmark } from './lib/bench.ts';
import { quantile } from './lib/load.ts';

const promised = 50;

/** Typical selections: inflected forms, phrases, capitals, and unknown words. */
const selected =
  `running whales Harpooneer took off mice geese melancholy Pemberley abominable circumambulate kick the bucket
  better worse lying lay found thought spermaceti universally acknowledged entailment condescension soirée
  in possession of children’s wrought besought ineffable Queequeg ennui laissez-faire zyzzyva set run a`
    .split('\n')
    .flatMap((line) => line.trim().split(' '));
const rounds = 10;

export const dictionary: ServerBenchmark = {
  name: 'dictionary',
  async run(): Promise<Figure[]> {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
    const dictionaries = createDictionaries({ folder: join(dataDir, 'dictionaries'), dataDir });
    try {
      const file = await dictionaries.packOf('wordnet');
      const first: number[] = [];
      const next: number[] = [];
      let entries = 0;
      for (let round = 0; round < rounds; round += 1) {
        const begun = performance.now();
        const pack = await openPack(await openAsBlob(file));
        entries = pack.header.entries;
        await lookUp([{ id: 'wordnet', pack }], { text: 'whales', language: 'en' });
        first.push(performance.now() - begun);
        for (const text of selected) {
          const asked = performance.now();
          await lookUp([{ id: 'wordnet', pack }], { text, language: 'en' });
          next.push(performance.now() - asked);
        }
      }
      const figure = (name: string, times: number[]): Figure => {
        const ours = quantile(times, 0.95);
        return {
          name: `p95 of ${name} in a pack of ${entries} entries / ${promised} ms`,
          unit: 'ms',
          ours,
          reference: promised,
          ratio: ours / promised,
          promised: 1,
        };
      };
      return [figure('the first word, the pack opened', first), figure('a word', next)];
    } finally {
      await dictionaries.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
