/**
 * npm run outage [-- playwright arguments]: tests every kind of write in every kind of outage, in a real Chromium with
 * the real server; prints a table of lost, duplicated and stuck writes. `npm run test:all` runs five of these
 * scenarios.
 */
import './lib/build/forTests.mjs';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';

await ensureInstalled();
const results = join(root, '.cache', 'results', 'outage.jsonl');
rmSync(results, { force: true });
process.env.LECTERN_OUTAGE = 'all';
process.env.LECTERN_OUTAGE_RESULTS = results;
const { e2e } = await import('./e2e.mjs');
const code = await e2e(['e2e/outage', ...process.argv.slice(2)]);

const rows = existsSync(results)
  ? readFileSync(results, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
console.log('\nscenario | lost | duplicated | overwritten silently | stuck');
for (const { scenario, lost, doubled, overwritten = [], stuck } of rows)
  console.log([scenario, lost.length, doubled.length, overwritten.length, stuck].join(' | '));
const sum = (count) => rows.reduce((total, row) => total + count(row), 0);
console.log(
  `${rows.length} runs: ${sum((row) => row.lost.length)} lost, ${sum((row) => row.doubled.length)} doubled, ` +
    `${sum((row) => (row.overwritten ?? []).length)} overwritten unseen, ${sum((row) => row.stuck)} stuck`,
);
process.exit(code);
