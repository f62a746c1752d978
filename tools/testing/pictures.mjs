/**
 * npm run pictures                 visual regression test: compares each page, at three widths, in both themes and both
 *                                  directions, with its accepted picture; differences are in test-results/pictures
 * npm run pictures -- --accept     accepts the current pictures
 * npm run pictures -- --grep /library …                        only these (other arguments are Playwright's)
 * npm run pictures -- --base https://books.example.org         of a deployed Lectern
 *
 * The pictures are in LECTERN_PICTURES (.cache/pictures); they are valid for one machine, since fonts differ.
 */
import '../lib/build/forTests.mjs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { root } from '../lib/paths.mjs';
import { run } from '../lib/processes/run.mjs';

await ensureInstalled();
const { chromium } = await import('../lib/processes/chromium.mjs');
const { sampleReader } = await import('../lib/deploy/sampleReader.mjs');
const { startServer } = await import('../lib/processes/server.mjs');
const { buildStale } = await import('../lib/build/stale.mjs');

const args = process.argv.slice(2);
const at = args.indexOf('--base');
const base = at < 0 ? null : args.splice(at, 2)[1];
const accepts = args.includes('--accept');
const rest = args.filter((each) => each !== '--accept');

/** The shell's own pages, and those of the remotes. */
async function pathsAt(url) {
  const ask = async (path) => (await fetch(new URL(path, url))).json();
  const [{ paths }, { remotes }] = await Promise.all([ask('/shell.json'), ask('/remotes.json')]);
  const ofRemotes = Object.values(remotes).flatMap(({ current }) =>
    (current.description.pages ?? []).map(({ path }) => path),
  );
  // A signed-in reader is redirected away from a visitor's pages.
  return [...paths.filter((path) => !['/', '/login', '/signup'].includes(path)), ...ofRemotes];
}

if (!base) await buildStale();
const server = base ? null : await startServer({ LECTERN_LOG: 'error' });
const place = mkdtempSync(join(tmpdir(), 'lectern-pictures-'));
const url = base ? new URL(base).origin : server.url;
// Always the same name and texts: pictures differ only if the code does.
const account = {
  name: 'Reader of Lines',
  email: `pictures-${crypto.randomUUID()}@example.org`,
  password: crypto.randomUUID(),
};
const reader = await sampleReader(url, account);
let code = 1;
try {
  const plan = join(place, 'plan.json');
  const { token, user, bookId } = reader;
  writeFileSync(plan, JSON.stringify({ url, token, user, bookId, paths: await pathsAt(url) }));
  const playwright = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/pictures/playwright.config.ts',
  ];
  code = await run(process.execPath, [...playwright, ...(accepts ? ['--update-snapshots'] : []), ...rest], {
    env: {
      ...process.env,
      LECTERN_URL: url,
      LECTERN_CHROMIUM: await chromium(),
      LECTERN_PICTURES: process.env.LECTERN_PICTURES ?? join(root, '.cache', 'pictures'),
      LECTERN_PICTURES_PLAN: plan,
    },
  });
} finally {
  await reader.remove();
  await server?.stop();
  rmSync(place, { recursive: true, force: true });
}
process.exit(code);
