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
 * Tests about rows, or about what is made of files: what a bucket does differently cannot show in them, as all that
 * they ask of it others ask as well (docs/testing.md). All others that use a database run on a bucket, too; a new one
 * does so until it is named here.
 */
const inFolder = new Set(
  [
    'admin annotations appPasswords auth.accounts auth.refresh auth.tries bookImport',
    'books.progress bounds changes conflictTable conflicts deviceClocks deviceHighlights deviceRoutes',
    'deviceStatistics devices faults fullText fuzz gamification.goals gamification.points highlightFiles',
    'idempotency indexPassages kosync lastAdministrator liveEvents locks mail mentor mentorModel mentorReader',
    'mentorTasks metrics migrations oidc opdsPages opdsProgression pages passkeys postgres/cells postgres/textFolding',
    'readerLimits readiness readingDays readOldBooks readWriteDriver reindexPassages sampleBook search secondFactor',
    'securityLog sessionCorrections sessions settings signOut statements suggestion',
  ].flatMap((line) => line.split(' ').map((name) => `server/test/${name}.test.ts`)),
);

/**
 * Tests for one engine: the other would prove the same once more. hostile and xpointer read books, the others show what
 * is made of an answer of the database, or of no answer. Each statement that these send is sent on PostgreSQL by other
 * files (docs/testing.md); what depends on locks, transactions, order or time stays on both. A new file runs on both.
 */
const onOneEngine = new Set(
  [
    'auth.passwordChange auth.tokens authorization.readers authorization.roles basePath books.changes fairness flags',
    'gamification.achievements gamification.cheating hostile http.addresses http.apiVersion http.bodies',
    'http.errors http.health http.pages mentorLongBook opdsWebpub openapi passwords pointsProperties proxies',
    'rateLimits readingYear registry remoteLinks secret securityHeaders securityLogKinds tracing uploadLimits',
    'webdavLitmus xpointer xpointerCrengine',
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
  const gone = [...inFolder, ...onOneEngine, ...ownProcess].filter(
    (file) => !both.includes(file) && !postgresOnly.includes(file),
  );
  if (gone.length > 0)
    throw new Error(`A list of this file names tests that do not exist: ${gone.join(', ')}`);
  const unknown = files.filter((file) => !both.includes(file) && !postgresOnly.includes(file));
  if (unknown.length > 0) throw new Error(`No test of the server: ${unknown.join(', ')}`);
  const onSqlite = [...asked(both), ...(areNamed ? [] : toolTests())];
  const onPostgres = (await withDatabase([...asked(both), ...asked(postgresOnly)])).filter(
    (file) => areNamed || !onOneEngine.has(file),
  );
  if (!areNamed) onPostgres.push(remotesInBucket);
  const sqlite = { DATABASE_URL: '', S3_TEST: '', LECTERN_TEST_ENGINE: '' };
  const untilOnSqlite =
    onSqlite.length === 0
      ? 0
      : step('On SQLite and files', () => runTests(processesFor(onSqlite, areNamed), 'server.json', sqlite));
  // They start while the tests run that need neither.
  const stores = onPostgres.length === 0 ? null : startStores(onPostgres.includes(onTwoServers));
  const onSqliteCode = await untilOnSqlite;
  if (stores === null) return onSqliteCode;
  const onPostgresCode = await step('On PostgreSQL, with files in a bucket', async () => {
    const { postgres, second, bucket } = await stores;
    if (postgres === null || second === null) return 1;
    const env = {
      DATABASE_URL: postgres.url,
      SECOND_DATABASE_URL: second.url,
      S3_TEST: bucket.url,
      LECTERN_TEST_ENGINE: 'postgres',
    };
    const processes = [
      ...processesFor(
        onPostgres.filter((file) => !inFolder.has(file)),
        areNamed,
      ),
      ...processesFor(
        onPostgres.filter((file) => inFolder.has(file)),
        areNamed,
        { S3_TEST: '' },
      ),
    ];
    // Those of one file are the long ones.
    processes.sort((one, other) => one.files.length - other.files.length);
    try {
      return await runTests(processes, 'server-postgres.json', env);
    } finally {
      await Promise.all([postgres.stop(), second.stop(), bucket.stop()]);
    }
  });
  return Math.max(onSqliteCode, onPostgresCode);
}

/** Runs on two servers of PostgreSQL. */
const onTwoServers = 'server/test/postgres/cells.test.ts';

/**
 * The PostgreSQL, a second one, null where they cannot start, and the server that speaks S3: those that are named, else
 * our own.
 */
async function startStores(needsSecond) {
  const named = (url) => ({ url, stop: async () => {} });
  const { DATABASE_URL, S3_TEST } = process.env;
  const ownPostgres = () =>
    startPostgres().catch((error) => {
      console.error(error.message);
      return null;
    });
  const [postgres, second, bucket] = await Promise.all([
    DATABASE_URL ? named(DATABASE_URL) : ownPostgres(),
    needsSecond ? ownPostgres() : named(''),
    S3_TEST ? named(S3_TEST) : startSwift().catch(withoutBucket),
  ]);
  if (postgres === null || second === null)
    await Promise.all([postgres, second, bucket].map((store) => store?.stop()));
  return { postgres, second, bucket };
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
 * @param {Record<string, string>} [env] what they have in their environment besides
 * @returns {{ files: string[], env: Record<string, string> }[]} each process, in the order in which they begin
 */
function processesFor(files, areNamed, env = {}) {
  if (areNamed) return files.map((file) => ({ files: [file], env }));
  const isShared = (file) => file.startsWith('server/') && !ownProcess.includes(file);
  const shared = files.filter(isShared);
  const groups = Array.from({ length: sharedProcesses }, (_, nth) =>
    shared.filter((_file, index) => index % sharedProcesses === nth),
  );
  const alone = [
    ...ownProcess.filter((file) => files.includes(file)),
    ...files.filter((file) => !isShared(file) && !ownProcess.includes(file)),
  ];
  return [...alone.map((file) => [file]), ...groups.filter(({ length }) => length > 0)].map((ofOne) => ({
    files: ofOne,
    env,
  }));
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
