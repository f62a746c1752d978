/**
 * npm run mutants [-- area …]: mutation testing: puts small faults into the code, one at a time, and runs the tests
 * that reach them; a fault that no test notices has survived. `client/offline` is an area, `client/offline/reads` a
 * part of it; without arguments all areas run, which takes hours. Additional file names restrict the faults to these
 * files. `--sample 10` runs ten percent of the mutants; `--seed 2` selects others than `--seed 1`.
 * `npm run mutants -- faults [id …]` puts in the faults of tools/mutants/faults.mjs.
 */
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';

await ensureInstalled();
const { areas } = await import('./mutants/areas.mjs');
const { runFaults } = await import('./mutants/runFaults.mjs');
const { runStryker } = await import('./mutants/stryker.mjs');

/** Minimum percentage of an area's mutants that its tests must notice. */
const promised = 85;

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const sample = values.sample === undefined ? null : { percent: values.sample, seed: values.seed };
if (sample !== null && !(Number(sample.percent) > 0 && Number(sample.percent) < 100)) {
  console.error('--sample takes the percentage of the mutants to run, as in --sample 10');
  process.exit(1);
}
if (words[0] === 'faults') process.exit(runFaults(words.slice(1)) > 0 ? 1 : 0);

const isFile = (word) => /\.tsx?$/.test(word);
const files = words.filter(isFile);
const asked = words.filter((word) => !isFile(word));

const names = Object.entries(areas).flatMap(([area, parts]) =>
  Object.keys(parts).map((part) => ({ area, part, name: `${area}/${part}` })),
);
const isAsked = ({ area, name }) => asked.length === 0 || asked.includes(area) || asked.includes(name);
const unknown = asked.filter((one) => !names.some(({ area, name }) => one === area || one === name));
if (unknown.length > 0) {
  console.error(
    `No such area: ${unknown.join(', ')}. There are:\n${names.map(({ name }) => name).join('\n')}`,
  );
  process.exit(1);
}

const totals = new Map();
for (const { area, part, name } of names.filter(isAsked)) {
  const chosen = files.length > 0 ? { ...areas[area][part], files } : areas[area][part];
  const { all, killed, survived, report } = await runStryker(name.replaceAll('/', '-'), chosen, sample);
  const total = totals.get(area) ?? { all: 0, killed: 0, survived: 0 };
  totals.set(area, {
    all: total.all + all,
    killed: total.killed + killed,
    survived: total.survived + survived,
  });
  console.log(`${name}: ${killed} killed, ${survived} survived, of ${all} (${report})`);
}
let isKept = true;
for (const [area, { all, killed, survived }] of totals) {
  const share = (100 * killed) / (killed + survived);
  isKept &&= share >= promised;
  console.log(
    `${area}: ${killed + survived} of ${all} mutants, ${killed} killed, ${survived} survived: ${share.toFixed(1)} %`,
  );
}
process.exit(isKept ? 0 : 1);
