/**
 * npm run e2e [-- playwright arguments]: end-to-end tests in a real Chromium against the built product and a real
 * server. All tests share the product and the server; each creates its own account.
 *   --remotes mf-reader@0.1.0-ab12,mf-library@previous   tests these versions of the remotes as the current ones
 *   --base https://books.example.org                     tests a deployed Lectern (and creates accounts there!)
 *
 * Some are too long for npm run test:all, and have a command of their own, with the same arguments:
 * npm run acceptance: checks each row of the specification from outside, in a browser or over plain HTTP
 * npm run outage: every kind of write in every kind of outage; prints what was lost, duplicated or stuck
 * npm run real-books: opens every chapter of every EPUB and twenty pages of every PDF of ../shared/books
 * npm run pdf-corpus [-- folder …]: compares four pages of every PDF in a folder (../shared/books/pdf and hostile) with
 *   poppler's rendering and text. Pictures of the differences are in test-results. Requires Debian's poppler-utils.
 */
import '../lib/build/forTests.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { remotesDist, root } from '../lib/paths.mjs';
import { run } from '../lib/processes/run.mjs';

const results = join(root, '.cache', 'results');
const outages = join(results, 'outage.jsonl');

/** Kinds of tests with a command of their own: their settings and arguments, and what is printed at the end. */
const kinds = {
  acceptance: (args) => ({
    settings: { LECTERN_ACCEPTANCE: 'all', LECTERN_E2E_REPORT: join(results, 'acceptance.json') },
    args: ['e2e/acceptance/', ...args],
  }),
  outage: (args) => {
    rmSync(outages, { force: true });
    return {
      settings: { LECTERN_OUTAGE: 'all', LECTERN_OUTAGE_RESULTS: outages },
      args: ['e2e/outage', ...args],
      summarize: printOutages,
    };
  },
  'real-books': (args) => ({
    settings: { LECTERN_WHOLE_BOOKS: '1' },
    args: ['e2e/real-books.spec.ts', ...args],
  }),
  'pdf-corpus': (folders) => {
    if (spawnSync('pdftoppm', ['-v']).error)
      throw new Error('pdftoppm is not installed. On Debian: apt-get install poppler-utils');
    const usual = ['pdf', 'hostile'].map((name) => join(root, '..', 'shared', 'books', name));
    const named = folders.length > 0 ? folders.map((folder) => resolve(folder)) : usual;
    return {
      settings: {
        LECTERN_PDF_FOLDERS: named.join('\n'),
        LECTERN_E2E_REPORT: join(results, 'pdf-corpus.json'),
      },
      args: ['e2e/pdf-corpus/'],
    };
  },
};

/** The table of outages, and its sums. */
function printOutages() {
  const lines = existsSync(outages) ? readFileSync(outages, 'utf8').trim().split('\n') : [];
  const rows = lines
    .map((line) => JSON.parse(line))
    .map(({ scenario, lost, doubled, overwritten = [], stuck }) => ({
      scenario,
      lost: lost.length,
      duplicated: doubled.length,
      'overwritten silently': overwritten.length,
      stuck,
    }));
  console.table(rows);
  const columns = ['lost', 'duplicated', 'overwritten silently', 'stuck'];
  const sums = columns.map((name) => `${rows.reduce((sum, row) => sum + row[name], 0)} ${name}`);
  console.log(`${rows.length} runs: ${sums.join(', ')}`);
}

/** @param {string[]} args of Playwright, and our own two @returns {Promise<number>} 0 if all tests have passed */
export async function e2e(args = []) {
  const { own, rest } = split(args, ['--remotes', '--base']);
  const { parseVersionMix } = await import('../lib/registry/versionMix.mjs');
  const mix = parseVersionMix(own['--remotes'] ?? '');
  const { chromiumForJourneys } = await import('../lib/processes/chromium.mjs');
  const { buildFixtures } = await import('../lib/testing/fixtures.mjs');
  mkdirSync(results, { recursive: true });
  const settings = {
    LECTERN_FIXTURES: await buildFixtures(),
    LECTERN_CHROMIUM: await chromiumForJourneys(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: process.env.LECTERN_E2E_REPORT ?? join(results, 'e2e.json'),
  };
  const test = async (extra, server) => {
    const code = await run(
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...rest],
      { env: { ...process.env, ...settings, ...extra } },
    );
    if (code !== 0) await gatherEvidence(server);
    return code;
  };
  return own['--base'] ? test(await deployed(own['--base'], mix), { url: own['--base'] }) : here(mix, test);
}

/**
 * Adds the server's log and the versions that ran to the folder of each failed test, beside trace and screenshot.
 * Failing to create them does not fail the run.
 */
async function gatherEvidence(server) {
  const { writeEvidence } = await import('../lib/testing/results/evidence.mjs');
  const files = await writeEvidence(join(root, 'test-results'), server).catch((error) => [
    `no versions: ${error.message}`,
  ]);
  for (const each of files) console.log(`  ${each}`);
  console.log('npm run e2e -- --last-failed --trace on   repeats the failed tests and records all of them');
}

/** A deployed Lectern, with the version mix applied to its registry in each browser. */
async function deployed(base, mix) {
  const { findAt, withVersionMix } = await import('../lib/registry/versionMix.mjs');
  const registry = await (await fetch(new URL('/remotes.json', base))).json();
  const wanted = mix.length > 0 ? JSON.stringify(await withVersionMix(registry, mix, findAt(base))) : '';
  return { LECTERN_URL: new URL(base).origin, LECTERN_REGISTRY: wanted };
}

/** The build of this checkout, on its own server. */
async function here(mix, test) {
  const { buildStale } = await import('../lib/build/stale.mjs');
  const { startServer } = await import('../lib/processes/server.mjs');
  const { findIn, folderOf, withVersionMix } = await import('../lib/registry/versionMix.mjs');
  const { directoryTarget, readRegistry } = await import('../lib/registry/target.mjs');
  await buildStale();
  const registry = await readRegistry(directoryTarget(remotesDist));
  const folder =
    mix.length > 0 ? folderOf(await withVersionMix(registry, mix, findIn(remotesDist)), remotesDist) : null;
  const server = await startServer({
    LECTERN_TRUST_PROXY: '1',
    ...(folder ? { LECTERN_REMOTES_DIR: folder } : {}),
  });
  try {
    return await test({ LECTERN_URL: server.url }, server);
  } finally {
    await server.stop();
    if (folder) rmSync(folder, { recursive: true });
  }
}

/** Removes our own options, each with a value, from the arguments. */
function split(args, names) {
  const own = {};
  const rest = [];
  const left = args.values();
  for (const word of left) {
    if (names.includes(word)) own[word] = left.next().value ?? '';
    else rest.push(word);
  }
  return { own, rest };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  try {
    const [kind, ...args] = process.argv.slice(2);
    const chosen = Object.hasOwn(kinds, kind ?? '') ? kinds[kind](args) : { args: process.argv.slice(2) };
    Object.assign(process.env, chosen.settings);
    const code = await e2e(chosen.args);
    chosen.summarize?.();
    process.exit(code);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
