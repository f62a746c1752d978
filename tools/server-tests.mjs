/**
 * npm run test:server [-- file …]: the server over HTTP on a real database, on Node's own test runner; all of it on
 * SQLite and files, then what depends on the database once more on PostgreSQL, and what stores files in a bucket, with
 * what only those can do (server/test/postgres). The PostgreSQL is the server that DATABASE_URL names, the bucket's the
 * one of S3_TEST=http://key:secret@host:port; else both are started for the tests.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { root, withCompileCache } from './lib/paths.mjs';
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

/**
 * Tests about rows alone: what a bucket does differently cannot show in them. All others that use a database run on a
 * bucket, too; a new one does so until it is named here.
 */
const withoutBlobs = new Set(
  [
    'admin annotations appPasswords auth.accounts auth.refresh auth.tries books.progress bounds changes',
    'conflictTable conflicts deviceClocks devices fullText fuzz gamification.goals gamification.points',
    'idempotency lastAdministrator mail mentor mentorModel mentorTasks oidc pages passkeys search secondFactor',
    'securityLog sessionCorrections sessions settings suggestion',
  ].flatMap((line) => line.split(' ').map((name) => `server/test/${name}.test.ts`)),
);

/**
 * Tests for one engine: the other would prove the same once more. hostile and xpointer read books, the others show what
 * is made of an answer of the database, or of no answer. Each statement that these send is sent on PostgreSQL by other
 * files (docs/testing.md); what depends on locks, transactions, order or time stays on both. A new file runs on both.
 */
const onOneEngine = new Set(
  [
    'auth.passwordChange auth.tokens authorization.roles basePath books.changes cells fairness flags',
    'gamification.achievements gamification.cheating hostile http.addresses http.apiVersion http.bodies',
    'http.errors http.health http.pages mentorLongBook opdsWebpub openapi passwords pointsProperties proxies',
    'rateLimits readingYear registry remoteLinks secret securityHeaders securityLogKinds tracing uploadLimits',
    'webdavLitmus xpointer',
  ].flatMap((line) => line.split(' ').map((name) => `server/test/${name}.test.ts`)),
);

/** Files that open a database, by their imports; on another engine the others would prove the same once more. */
async function withDatabase(files) {
  const { importsOf } = await import('./lib/imports.mjs');
  const edges = importsOf(['server/test']).filter(({ own, typeOnly }) => own && !typeOnly);
  const reaching = new Set(['server/test/support/store.ts']);
  for (let before = 0; before < reaching.size; ) {
    before = reaching.size;
    for (const { from, to } of edges) if (reaching.has(to)) reaching.add(from);
  }
  return files.filter((file) => reaching.has(file));
}

export async function serverTests(files = []) {
  mkdirSync(join(root, '.cache', 'results'), { recursive: true });
  const [both, postgresOnly] = [testsIn('server/test'), testsIn('server/test/postgres')];
  const areNamed = files.length > 0;
  const asked = (known) => (areNamed ? files.filter((file) => known.includes(file)) : known);
  const gone = [...withoutBlobs, ...onOneEngine, ...ownProcess].filter(
    (file) => !both.includes(file) && !postgresOnly.includes(file),
  );
  if (gone.length > 0)
    throw new Error(`A list of this file names tests that do not exist: ${gone.join(', ')}`);
  const unknown = files.filter((file) => !both.includes(file) && !postgresOnly.includes(file));
  if (unknown.length > 0) throw new Error(`No test of the server: ${unknown.join(', ')}`);
  const onSqlite = [...asked(both), ...(areNamed ? [] : toolTests())];
  const codes = [
    onSqlite.length === 0
      ? 0
      : await step('On SQLite and files', () =>
          runTests(processesFor(onSqlite, areNamed), 'server.json', { DATABASE_URL: '', S3_TEST: '' }),
        ),
    await step('On PostgreSQL, with files in a bucket', async () =>
      onPostgres(
        [
          ...(await withDatabase([...asked(both), ...asked(postgresOnly)])).filter(
            (file) => areNamed || !onOneEngine.has(file),
          ),
          ...(areNamed ? [] : [remotesInBucket]),
        ],
        areNamed,
      ),
    ),
  ];
  return Math.max(...codes);
}

async function onPostgres(files, areNamed) {
  if (files.length === 0) return 0;
  const named = (url) => ({ url, stop: async () => {} });
  const { DATABASE_URL, S3_TEST } = process.env;
  let postgres;
  try {
    postgres = DATABASE_URL ? named(DATABASE_URL) : await startPostgres();
  } catch (error) {
    console.error(error.message);
    return 1;
  }
  const env = { DATABASE_URL: postgres.url, LECTERN_TEST_ENGINE: 'postgres' };
  const withBlobs = files.filter((file) => !withoutBlobs.has(file));
  const rowsAlone = files.filter((file) => withoutBlobs.has(file));
  // What speaks S3 takes a while to start: meanwhile the tests that need none.
  const bucket = S3_TEST ? Promise.resolve(named(S3_TEST)) : startSwift().catch(withoutBucket);
  try {
    const codes = [
      await runTests(processesFor(rowsAlone, areNamed), 'server-postgres.json', { ...env, S3_TEST: '' }),
      await runTests(processesFor(withBlobs, areNamed), 'server-bucket.json', {
        ...env,
        S3_TEST: (await bucket).url,
      }),
    ];
    return Math.max(...codes);
  } finally {
    await Promise.all([postgres.stop(), (await bucket).stop()]);
  }
}

/** The rest is tested all the same, and what was not tested is said. */
function withoutBucket(error) {
  console.warn(
    `${error.message}\nNOT TESTED: files in a bucket. Name an S3 server in S3_TEST=http://key:secret@host:port to test that, too.`,
  );
  return { url: '', stop: async () => {} };
}

/**
 * Files that run in a process of their own, the longest first, so that none of them is what everybody waits for at the
 * end. Those from the second line on look at the process itself: its memory, its warnings, what nobody caught in it.
 */
const ownProcess = [
  'readingYear postgres/replicas backup bounds conflictTable sigkill ingest.queue deviceStatistics',
  'faults faults.files fuzz hostile fairness exportMemory brokenOff helperProcesses ingest.archive tracing',
  'postgres/fairness',
].flatMap((line) => line.split(' ').map((name) => `server/test/${name}.test.ts`));

/** Of the files that share processes, each process gets every eighth. */
const sharedProcesses = 8;

/**
 * Which files run in which process. To load Node and the server takes more than most files take afterwards, so files
 * share processes, but for files that were asked for by name.
 * @returns {string[][]} files of each process, in the order in which these begin
 */
function processesFor(files, areNamed) {
  if (areNamed) return files.map((file) => [file]);
  const isShared = (file) => file.startsWith('server/') && !ownProcess.includes(file);
  const shared = files.filter(isShared);
  const groups = Array.from({ length: sharedProcesses }, (_, nth) =>
    shared.filter((_file, index) => index % sharedProcesses === nth),
  );
  const alone = [
    ...ownProcess.filter((file) => files.includes(file)),
    ...files.filter((file) => !isShared(file) && !ownProcess.includes(file)),
  ];
  return [...alone.map((file) => [file]), ...groups.filter(({ length }) => length > 0)];
}

function runTests(processes, results, env) {
  if (processes.length === 0) return Promise.resolve(0);
  return run(
    process.execPath,
    ['tools/lib/runServerTests.mjs', join(root, '.cache', 'results', results), JSON.stringify(processes)],
    { env: { ...process.env, ...withCompileCache, ...env } },
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  process.exit(await serverTests(process.argv.slice(2)));
}
