/**
 * npm run test:server [-- file …]: tests the server over HTTP with a real database, on Node's own test runner: all of
 * them with SQLite and files, and those of `differs` again with PostgreSQL and a bucket. With LECTERN_TESTS=all, as in
 * `npm run test:all`, all that depend on the database run again; files named on the command line always do.
 * DATABASE_URL names the PostgreSQL server, S3_TEST=http://key:secret@host:port the bucket; without them temporary ones
 * are started.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { root, withCompileCache } from '../lib/paths.mjs';
import { run } from '../lib/processes/run.mjs';
import { concurrency } from '../lib/testing/concurrency.mjs';
import { startPostgres } from '../lib/testing/postgres.mjs';
import { startSwift } from '../lib/testing/swift.mjs';

const testsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`);

/** Tests of the tools themselves, which run on the same runner. */
const toolTests = () => readdirSync(join(root, 'tools/test')).map((file) => `tools/test/${file}`);

/** Remotes in a bucket: tested with the real one as well. */
const remotesInBucket = 'tools/test/bucket.test.mjs';

const named = (...lines) =>
  new Set(lines.flatMap((line) => line.split(' ').map((name) => `server/test/${name}.test.ts`)));

const toolsNamed = (line) => line.split(' ').map((name) => `tools/test/${name}.test.mjs`);

/** What differs on PostgreSQL or in a bucket: these run there each time, the others only in `npm run test:all`. */
const differs = named(
  'blobs fullText idempotency liveEvents locks migrations pages uploads',
  'postgres/moving postgres/replicas postgres/textFolding',
);

/**
 * Proofs by many cases of what shorter tests show in a few: hostile books, full disks, a year of reading, killed
 * processes, faults of each statement, unfair readers, the commands of the documents. They take half of the time.
 */
const onlyInTestAll = new Set([
  ...named(
    'backupUnderChange bookFiles.kept bounds calibre clippings deviceStatistics drain drill exportMemory fairness',
    'faults faults.files formats.calibre fullDisk gamification.cheating helperProcesses hostile ingest.pool',
    'knownNetworks largeBodies marksRoundTrip mentorLongBook readingYear sigkill xpointerCrengine',
  ),
  ...toolsNamed('bucket deployingCommands promises supervise'),
]);

/**
 * Tests about rows, or about the content of files: they need no bucket, since other tests make the same requests to it
 * (docs/testing.md). All other tests with a database also run with a bucket; a new file does so unless it is listed
 * here.
 */
const inFolder = named(
  'admin annotations appPasswords auth.accounts auth.factors auth.passkeys auth.provider auth.refresh auth.tries bookImport',
  'books.progress bounds changes collections conflictTable conflicts deviceHighlights',
  'deviceStatistics faults fullText fuzz gamification.goals gamification.points highlightFiles',
  'idempotency indexPassages kosync lastAdministrator liveEvents locks mentorConversations mentorSearch mentorTasks',
  'mentorTools metrics migrations oidc opdsPages opdsProgression pages passkeys pdfAnnotations',
  'postgres/cells postgres/textFolding readerLimits readiness readingDays readWriteDriver',
  'retrieve search secondFactor securityLog sessionCorrections sessions settings statements suggestion',
);

/**
 * Tests that run on one engine only: the other would prove nothing more. hostile and xpointer read books, the others
 * test what follows an answer of the database, or its absence. Every statement that these send is sent to PostgreSQL by
 * other files; tests about locks, transactions, order or time run on both. A new file runs on both.
 */
const onOneEngine = named(
  'auth.links auth.passwordChange auth.sessions auth.tokens auth.users authorization.readers authorization.roles',
  'basePath books.changes bucketFaults fairness flags fullDisk backupLinks hostNames largeBodies',
  'gamification.achievements gamification.cheating hostile http.addresses http.apiVersion http.bodies',
  'http.errors http.health http.pages mentorLongBook oidcAnswers opdsWebpub openapi passwords pointsProperties proxies',
  'rateLimits readingYear registry remoteLinks secret securityHeaders securityLogKinds uploadLimits',
  'uploads.lock uploads.store webdavLitmus xpointer xpointerCrengine',
  'deviceClocks deviceRoutes devices dictionaries edgeCache mail mentorModel sampleBook signOut',
);

/** Files that open a database, by their imports; the others would prove nothing more on another engine. */
async function withDatabase(files) {
  const { importsOf } = await import('../lib/sources/imports.mjs');
  const edges = importsOf(['server/test']).filter(({ own, typeOnly }) => own && !typeOnly);
  const reaching = new Set(['server/test/support/store.ts']);
  for (let before = 0; before < reaching.size; ) {
    before = reaching.size;
    for (const { from, to } of edges) if (reaching.has(to)) reaching.add(from);
  }
  return files.filter((file) => reaching.has(file));
}

export async function serverTests(files = []) {
  // Read here, not on import: test.mjs sets it after its imports.
  const isWhole = process.env.LECTERN_TESTS === 'all';
  mkdirSync(join(root, '.cache', 'results'), { recursive: true });
  const [both, postgresOnly] = [testsIn('server/test'), testsIn('server/test/postgres')];
  const areNamed = files.length > 0;
  const asked = (known) => (areNamed ? files.filter((file) => known.includes(file)) : known);
  const tools = toolTests();
  const gone = [...differs, ...onlyInTestAll, ...inFolder, ...onOneEngine, ...ownProcess, ...longest].filter(
    (file) => !both.includes(file) && !postgresOnly.includes(file) && !tools.includes(file),
  );
  if (gone.length > 0)
    throw new Error(`A list of this file names tests that do not exist: ${gone.join(', ')}`);
  const unknown = files.filter((file) => !both.includes(file) && !postgresOnly.includes(file));
  if (unknown.length > 0) throw new Error(`No test of the server: ${unknown.join(', ')}`);
  const isAsked = (file) => areNamed || isWhole || !onlyInTestAll.has(file);
  const onSqlite = [...asked(both).filter(isAsked), ...(areNamed ? [] : tools.filter(isAsked))];
  const again = (file) => areNamed || (isWhole ? !onOneEngine.has(file) : differs.has(file));
  const onPostgres = (await withDatabase([...asked(both), ...asked(postgresOnly)])).filter(again);
  if (!areNamed && isWhole) onPostgres.push(remotesInBucket);
  const plan = processesFor(onSqlite, areNamed);
  if (onPostgres.length === 0) return runTests(plan);
  const { postgres, second, bucket } = await startStores(onPostgres.includes(onTwoServers));
  // Without PostgreSQL the others run anyway.
  if (postgres === null || second === null) return (await runTests(plan)) || 1;
  const env = {
    DATABASE_URL: postgres.url,
    SECOND_DATABASE_URL: second.url,
    LECTERN_TEST_ENGINE: 'postgres',
  };
  const onPostgresWith = (files, S3_TEST) =>
    processesFor(files, areNamed, { suite: 'on PostgreSQL', env: { ...env, S3_TEST } });
  plan.unshift(
    ...onPostgresWith(
      onPostgres.filter((file) => !inFolder.has(file)),
      bucket.url,
    ),
    ...onPostgresWith(
      onPostgres.filter((file) => inFolder.has(file)),
      '',
    ),
  );
  // Processes with a single file take longest, those on PostgreSQL before the others: they start first.
  plan.sort((one, other) => one.files.length - other.files.length);
  try {
    return await runTests(plan);
  } finally {
    await Promise.all([postgres.stop(), second.stop(), bucket.stop()]);
  }
}

/** Runs with two PostgreSQL servers. */
const onTwoServers = 'server/test/postgres/cells.test.ts';

/**
 * PostgreSQL, a second one (null if they cannot start), and the S3-compatible server: the configured ones, or temporary
 * ones.
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

/** Explains which tests were skipped; the others run anyway. */
function withoutBucket(error) {
  console.warn(
    `${error.message}\nNOT TESTED: files in a bucket. Name an S3 server in S3_TEST=http://key:secret@host:port to test that, too.`,
  );
  return { url: '', stop: async () => {} };
}

/** Files that test the process itself: memory, warnings, uncaught errors. Each runs in a process of its own. */
const ownProcess = [
  ...named(
    'postgres/replicas sigkill faults faults.files fuzz hostile fairness exportMemory brokenOff helperProcesses',
    'ingest.archive postgres/fairness fullDisk',
  ),
  ...toolsNamed('bucket deployingCommands supervise'),
];

/** The longest of the files that share processes, the longest first. They are dealt first, each to another process. */
const longest = [
  ...named(
    'readingYear bounds deviceStatistics backup ingest.queue folders marks deviceRoutes bookFiles deviceHighlights',
    'dictionaries bookImport authorization.readers conflictTable deviceTakeOver bin authorization.roles',
  ),
];

/** Files that share processes are dealt to as many as run at once: each loads Node, the server and its helpers. */
const sharedProcesses = (files) => Math.min(concurrency, Math.ceil(files / 8));

/**
 * Distributes files over processes. Loading Node and the server takes longer than most files, so files share processes,
 * except for those that were named on the command line.
 * @param {{ suite?: string, env?: Record<string, string> }} [where] a name for all tests of them, and additional
 * environment variables
 * @returns {{ files: string[], suite?: string, env?: Record<string, string> }[]} processes in start order
 */
function processesFor(files, areNamed, where = {}) {
  if (areNamed) return files.map((file) => ({ files: [file], ...where }));
  const together = files.filter((file) => !ownProcess.includes(file));
  const tools = together.filter((file) => !file.startsWith('server/'));
  const shared = [...new Set([...longest, ...together])].filter(
    (file) => together.includes(file) && !tools.includes(file),
  );
  const processes = sharedProcesses(shared.length);
  const groups = Array.from({ length: processes }, (_, nth) =>
    shared.filter((_file, index) => index % processes === nth),
  );
  const alone = ownProcess.filter((file) => files.includes(file)).map((file) => [file]);
  const others = [tools, ...groups].filter((group) => group.length > 0);
  return [...alone, ...others].map((ofOne) => ({ files: ofOne, ...where }));
}

/** All of them take their turns in one list, so that no core waits for the last one of an engine. */
function runTests(plan) {
  return run(
    process.execPath,
    [
      'tools/lib/testing/runServerTests.mjs',
      join(root, '.cache', 'results', 'server.json'),
      JSON.stringify(plan),
    ],
    { env: { ...process.env, ...withCompileCache, DATABASE_URL: '', S3_TEST: '', LECTERN_TEST_ENGINE: '' } },
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  process.exit(await serverTests(process.argv.slice(2)));
}
