/** The results of the last run of each kind of test, in one format: [{ title, file, result, error? }]. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../paths.mjs';

const folder = join(root, '.cache', 'results');
const read = (name) =>
  existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : null;

function fromJest() {
  return (read('unit.json')?.testResults ?? []).flatMap((file) =>
    file.assertionResults.map((test) => ({
      title: [...test.ancestorTitles, test.title].join(' › '),
      file: relative(root, file.name),
      result: test.status === 'passed' ? 'passed' : test.status === 'failed' ? 'failed' : 'skipped',
      error: test.failureMessages?.[0],
    })),
  );
}

const fromNode = () =>
  ['server.json', 'sync.json', 'sync-0.json', 'sync-1.json'].flatMap((name) =>
    (read(name) ?? []).map((test) => ({ ...test, file: relative(root, test.file) })),
  );

function fromPlaywright() {
  const found = [];
  const walk = (suite, titles) => {
    for (const spec of suite.specs ?? []) {
      const statuses = spec.tests.map((test) => test.status);
      const result = statuses.every((s) => s === 'skipped')
        ? 'skipped'
        : statuses.every((s) => s === 'expected' || s === 'skipped')
          ? 'passed'
          : 'failed';
      const error = spec.tests.flatMap((test) => test.results).find((run) => run.error)?.error.message;
      found.push({ title: [...titles, spec.title].join(' › '), file: `e2e/${spec.file}`, result, error });
    }
    for (const inner of suite.suites ?? [])
      walk(inner, inner.title === inner.file ? titles : [...titles, inner.title]);
  };
  for (const name of ['e2e.json', 'acceptance.json'])
    for (const suite of read(name)?.suites ?? []) walk(suite, []);
  return found;
}

export const results = () => [...fromJest(), ...fromNode(), ...fromPlaywright()];
