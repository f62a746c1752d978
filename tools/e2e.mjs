/**
 * npm run e2e [-- playwright arguments]: end-to-end tests in a real Chromium against the built product and a real
 * server. All tests share the product and the server; each creates its own account.
 *
 * npm run e2e -- --remotes mf-reader@0.1.0-ab12,mf-library@previous    tests these versions of the
 * remotes as the current ones npm run e2e -- --base https://books.example.org
 * tests a deployed Lectern (and creates accounts there!)
 */
import './lib/build/forTests.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { remotesDist, root } from './lib/paths.mjs';
import { run } from './lib/processes/run.mjs';

export async function e2e(args = []) {
  const { own, rest } = split(args, ['--remotes', '--base']);
  const { parseVersionMix } = await import('./lib/registry/versionMix.mjs');
  const mix = parseVersionMix(own['--remotes'] ?? '');
  const { chromiumForJourneys } = await import('./lib/processes/chromium.mjs');
  const { buildFixtures } = await import('./lib/testing/fixtures.mjs');
  const results = join(root, '.cache', 'results');
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
  const { writeEvidence } = await import('./lib/testing/results/evidence.mjs');
  const files = await writeEvidence(join(root, 'test-results'), server).catch((error) => [
    `no versions: ${error.message}`,
  ]);
  for (const each of files) console.log(`  ${each}`);
  console.log('npm run e2e -- --last-failed --trace on   repeats the failed tests and records all of them');
}

/** A deployed Lectern, with the version mix applied to its registry in each browser. */
async function deployed(base, mix) {
  const { findAt, withVersionMix } = await import('./lib/registry/versionMix.mjs');
  const registry = await (await fetch(new URL('/remotes.json', base))).json();
  const wanted = mix.length > 0 ? JSON.stringify(await withVersionMix(registry, mix, findAt(base))) : '';
  return { LECTERN_URL: new URL(base).origin, LECTERN_REGISTRY: wanted };
}

/** The build of this checkout, on its own server. */
async function here(mix, test) {
  const { buildStale } = await import('./lib/build/stale.mjs');
  const { startServer } = await import('./lib/processes/server.mjs');
  const { findIn, folderOf, withVersionMix } = await import('./lib/registry/versionMix.mjs');
  const { directoryTarget, readRegistry } = await import('./lib/registry/target.mjs');
  await buildStale();
  const registry = await readRegistry(directoryTarget(remotesDist));
  const folder =
    mix.length > 0
      ? folderOf(await withVersionMix(registry, mix, findIn(remotesDist)), () => remotesDist)
      : null;
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
    process.exit(await e2e(process.argv.slice(2)));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
