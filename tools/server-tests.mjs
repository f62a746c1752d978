/**
 * npm run test:server [-- file …]: the server over HTTP on a real database, on Node's own test runner; all of it on
 * SQLite and files, then all of it once more on PostgreSQL and a bucket, with what only those can do
 * (server/test/postgres). The PostgreSQL is the server that DATABASE_URL names, the bucket's the one of
 * S3_TEST=http://key:secret@host:port; else both are started for the tests.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { run, step } from './lib/run.mjs';
import { startSwift } from './lib/swift.mjs';

const testsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`);

/** Tests of the tools themselves, which run on the same runner. */
const toolTests = () => readdirSync(join(root, 'tools/test')).map((file) => `tools/test/${file}`);

/** Remotes in a bucket: with the real one as well. */
const remotesInBucket = 'tools/test/bucket.test.mjs';

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
      : await step('On SQLite and files', () =>
          runTests(onSqlite, 'server.json', { DATABASE_URL: '', S3_TEST: '' }),
        ),
    await step('On PostgreSQL and a bucket', () =>
      onPostgres([...asked(both), ...asked(postgresOnly), ...(files.length > 0 ? [] : [remotesInBucket])]),
    ),
  ];
  return Math.max(...codes);
}

async function onPostgres(files) {
  const named = (url) => ({ url, stop: async () => {} });
  const { DATABASE_URL, S3_TEST } = process.env;
  let postgres;
  try {
    postgres = DATABASE_URL ? named(DATABASE_URL) : await startPostgres();
  } catch (error) {
    console.error(error.message);
    return 1;
  }
  const bucket = S3_TEST ? named(S3_TEST) : await startSwift().catch(withoutBucket);
  try {
    const env = { DATABASE_URL: postgres.url, S3_TEST: bucket.url, LECTERN_TEST_ENGINE: 'postgres' };
    return await runTests(files, 'server-postgres.json', env);
  } finally {
    await Promise.all([postgres.stop(), bucket.stop()]);
  }
}

/** The rest is tested all the same, and what was not tested is said. */
function withoutBucket(error) {
  console.warn(
    `${error.message}\nNOT TESTED: files in a bucket. Name an S3 server in S3_TEST=http://key:secret@host:port to test that, too.`,
  );
  return { url: '', stop: async () => {} };
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
  await ensureInstalled();
  process.exit(await serverTests(process.argv.slice(2)));
}
