/** Build times of one remote and of everything, against the promised seconds. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Benchmark, type Figure, median } from './lib/bench.ts';

const root = join(import.meta.dirname, '..');

/** Milliseconds of one build in a child process. */
function build(...names: string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['tools/build.mjs', ...names], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed: ${stderr}`);
  return performance.now() - started;
}

const against = (name: string, samples: number[], promised: number): Figure => ({
  name,
  unit: 'ms',
  ours: median(samples),
  reference: promised,
  ratio: median(samples) / promised,
  promised: 1,
  samples: { ours: samples, reference: [] },
});

export const timeOfBuilds: Benchmark = {
  name: 'build',
  async run(): Promise<Figure[]> {
    const remotes = ['mf-library', 'mf-reader', 'mf-gamification', 'mf-mentor', 'mf-search'];
    return [
      ...remotes.map((name) => against(`Build of ${name}, against 5 s`, [build(name), build(name)], 5_000)),
      against('Build of everything, against 20 s', [build(), build()], 20_000),
    ];
  },
};
