/**
 * The smoke test of a remote: whether a build shows its pages in a real browser, in the shell of production, beside the
 * remotes of the registry in use, to a reader with books, notes and sessions. It runs before any reader gets the build.
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chromium as playwright } from '@playwright/test';
import { chromium, chromiumArgs } from '../processes/chromium.mjs';
import { startServer } from '../processes/server.mjs';
import { sampleReader } from './sampleReader.mjs';
import { isHung, lookAt, shownToAll, viewsOf } from './smokeViews.mjs';

/** Pages that are tested concurrently. */
const atOnce = 3;

/**
 * Tests every page and fill of a build, and what other remotes fill at the same points, at two widths.
 * @param {object} what
 * @param {string} [what.base] address of a deployed Lectern, with LECTERN_SMOKE_EMAIL and LECTERN_SMOKE_PASSWORD of an
 *   account there, or with a temporary account; without `base` a server with an empty library is started
 * @param {{ base: string, description: object }} what.candidate
 * @param {string} what.build folder of its files
 * @param {object} what.registry in use
 * @returns {Promise<string | null>} the problem; null if there is none
 */
export async function smokeTest({ base, candidate, build, registry }) {
  const server = base ? null : await startServer({ LECTERN_LOG: 'error' });
  const origin = base ? new URL(base).origin : server.url;
  const { name } = candidate.description;
  const remotes = Object.fromEntries(
    Object.entries({ ...registry.remotes, [name]: { current: candidate } }).map(([remote, { current }]) => [
      remote,
      { current: { ...current, description: shownToAll(current.description) } },
    ]),
  );
  const description = remotes[name].current.description;
  const others = Object.values(remotes)
    .map(({ current }) => current.description)
    .filter((other) => other !== description);
  let browser = null;
  let reader = null;
  try {
    browser = await playwright.launch({ executablePath: await chromium(), args: chromiumArgs });
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await layOver(context, candidate, build, remotes);
    reader = await sampleReader(origin, account());
    await signIn(context, reader);
    const problems = await tryViews(context, origin, description, others, reader.bookId);
    return problems.length > 0
      ? `${description.name} does not show what it should:\n  ${problems.join('\n  ')}`
      : null;
  } finally {
    await reader
      ?.remove()
      .catch((error) => console.warn(`The account of the smoke test was not deleted: ${error.message}`));
    await browser?.close();
    await server?.stop();
  }
}

const types = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** Makes the candidate the current version in this browser context only. */
async function layOver(context, { base, description }, build, remotes) {
  await context.route('**/remotes.json', (route) =>
    route.fulfill({ json: { remotes }, headers: { 'lectern-api': '1.0' } }),
  );
  await context.route(`**${base}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(base.length);
    const file = join(build, path);
    if (!description.files.some((known) => known.path === path) || !existsSync(file)) {
      return route.fulfill({ status: 404 });
    }
    return route.fulfill({
      body: readFileSync(file),
      headers: { 'content-type': types[extname(file)] ?? 'application/octet-stream' },
    });
  });
}

async function tryViews(context, origin, description, beside, bookId) {
  const problems = [];
  const waiting = viewsOf(description, { beside, bookId }).values();
  const worker = async () => {
    for (const view of waiting) {
      if (problems.some((problem) => isHung([problem]))) return;
      const found = await lookAt(context, { ...view, address: origin + view.address });
      const shown = view.own.map((id) => id.split('/')[1]).join(', ');
      if (found.length > 0) problems.push(`${shown} at ${view.path}: ${found.join('; ')}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return problems.sort();
}

function account() {
  const { LECTERN_SMOKE_EMAIL: email, LECTERN_SMOKE_PASSWORD: password } = process.env;
  if (email) return { email, password, existing: true };
  return {
    name: 'Smoke Test',
    email: `smoke-${crypto.randomUUID()}@example.org`,
    password: crypto.randomUUID(),
  };
}

/** Signs in through local storage, with the cookie banner answered. */
async function signIn(context, { token, user }) {
  const answered = { timestamp: '2026-01-01T00:00:00.000Z', version: '1.0' };
  const consent = { essential: true, analytics: false, marketing: false, ...answered };
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    {
      'lectern.token': token,
      'lectern.user': JSON.stringify(user),
      'lectern.cookie_consent': JSON.stringify(consent),
    },
  );
}
