/**
 * npm run test:server [-- file …]: the server over HTTP on a real database, on Node's own test runner; all of it on
 * SQLite, then all of it once more on PostgreSQL, with what only that can do (server/test/postgres). The PostgreSQL is
 * the server that DATABASE_URL names, else one that is started for the tests.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { ready } from './lib/ready.mjs';
import { run, step } from './lib/run.mjs';

const testsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`);

/** Tests of the tools themselves, which run on the same runner. */
const toolTests = () => readdirSync(join(root, 'tools/test')).map((file) => `tools/test/${file}`);

export async function serverTests(files = []) {
  mkdirSync(join(root, '.cache', 'results'), { recursive: true });
  const [both, postgresOnly] = [testsIn('server/test'), testsIn('server/test/postgres')];
  const asked = (known) => (files.length > 0 ? files.filter((file) => known.includes(file)) : known);
  const unknown = files.filter((file) => !both.includes(file) && !postgresOnly.includes(file));
  if (unknown.length > 0) throw new Error(`No test of the server: ${unknown.join(', ')}`);
  const onSqlite = [...asked(both), ...(files.length > 0 ? [] : toolTests())];
  const codes = [
    onSqlite.length === 0
      ? 0
      : await step('On SQLite', () => runTests(onSqlite, 'server.json', { DATABASE_URL: '' })),
    await step('On PostgreSQL', () => onPostgres([...asked(both), ...asked(postgresOnly)])),
  ];
  return Math.max(...codes);
}

async function onPostgres(files) {
  const named = process.env.DATABASE_URL;
  let server;
  try {
    server = named ? { url: named, stop: async () => {} } : await startPostgres();
  } catch (error) {
    console.error(error.message);
    return 1;
  }
  try {
    const env = { DATABASE_URL: server.url, LECTERN_TEST_ENGINE: 'postgres' };
    return await runTests(files, 'server-postgres.json', env);
  } finally {
    await server.stop();
  }
}

function runTests(files, results, env) {
  return run(
    process.execPath,
    [
      '--test',
      '--test-concurrency=2',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./tools/lib/resultsReporter.mjs',
      `--test-reporter-destination=${join(root, '.cache', 'results', results)}`,
      ...files,
    ],
    { env: { ...process.env, ...env } },
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ready();
  process.exit(await serverTests(process.argv.slice(2)));
}
