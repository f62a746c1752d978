/**
 * Does this build of a remote show its pages? In a real browser, in the shell of production, beside the remotes of the
 * registry in use, before any reader gets it.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chromium as playwright } from '@playwright/test';
import { chromium, chromiumArgs } from './chromium.mjs';
import { startServer } from './server.mjs';

const patience = 20_000;

/**
 * @param {object} what
 * @param {string} [what.base] address of a deployed Lectern, with LECTERN_SMOKE_EMAIL and LECTERN_SMOKE_PASSWORD of an
 *   account there; without it a server is started on an empty library
 * @param {{ base: string, description: object }} what.candidate
 * @param {string} what.build folder of its files
 * @param {object} what.registry in use
 * @returns {Promise<string | null>} what is wrong; null when all is well
 */
export async function smokeTest({ base, candidate, build, registry }) {
  const server = base ? null : await startServer({ LECTERN_LOG: 'error' });
  const origin = base ? new URL(base).origin : server.url;
  try {
    return await tryRemotes(origin, [candidate.description], (context) =>
      layOver(context, candidate, build, registry),
    );
  } finally {
    await server?.stop();
  }
}

/**
 * Looks at every page and widget of these remotes, as a reader who is new.
 * @param {string} origin of a running Lectern
 * @param {readonly object[]} descriptions of the remotes
 * @param {(context: import('@playwright/test').BrowserContext) => Promise<void>} [prepare]
 * @returns {Promise<string | null>} what is wrong; null when all is well
 */
export async function tryRemotes(origin, descriptions, prepare = async () => {}) {
  const browser = await playwright.launch({ executablePath: await chromium(), args: chromiumArgs });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await prepare(context);
    const reader = await signedIn(context, origin);
    const problems = [];
    for (const description of descriptions)
      problems.push(await tryPages(context, origin, description, reader));
    return problems.filter(Boolean).join('\n') || null;
  } finally {
    await browser.close();
  }
}

const types = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** The candidate as if it were published and current, for this browser alone. */
async function layOver(context, { base, description }, build, registry) {
  const { name } = description;
  const remotes = { ...registry.remotes, [name]: { current: { base, description } } };
  await context.route('**/remotes.json', (route) =>
    route.fulfill({ json: { remotes }, headers: { 'lectern-api': '1' } }),
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

/** Where the widgets of a slot are seen, and the keys that open it. */
const slots = {
  dashboard: { path: '/dashboard' },
  'dashboard-side': { path: '/dashboard' },
  settings: { path: '/settings' },
  search: { path: '/dashboard', keys: 'Control+k' },
};

async function tryPages(context, origin, { name, pages = [], routes = [], widgets = [] }, reader) {
  const problems = [];
  const shown = [...pages, ...routes].map(({ path, expose }) => ({ path, expose }));
  const placed = widgets
    .filter(({ slot }) => slot in slots)
    .map(({ slot, expose }) => ({ ...slots[slot], expose }));
  for (const { path, expose, keys } of [...shown, ...placed]) {
    const page = await context.newPage();
    const thrown = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && /could not be shown/.test(message.text()))
        thrown.push(message.text());
    });
    try {
      await page.goto(origin + path.replace(/:bookId/, await reader.book(path)));
      if (keys) {
        await page.getByRole('main').getByRole('heading').first().waitFor({ timeout: patience });
        await page.keyboard.press(keys);
      }
      await page.waitForFunction(
        (id) => performance.getEntriesByName(id).length > 0,
        `lectern:${name}/${expose}`,
        { timeout: patience },
      );
      // Two frames: what throws while it is shown has thrown by then.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      if (await page.getByRole('button', { name: 'Try Again' }).count())
        thrown.push('shows its error screen');
    } catch (error) {
      thrown.push(error.message.split('\n')[0]);
    }
    if (thrown.length > 0) problems.push(`${expose} at ${path}: ${thrown.join('; ')}`);
    await page.close();
  }
  return problems.length === 0 ? null : `${name} does not show what it should:\n  ${problems.join('\n  ')}`;
}

/** A reader of this origin, signed in as a browser that was here before is. */
async function signedIn(context, origin) {
  const { LECTERN_SMOKE_EMAIL: email, LECTERN_SMOKE_PASSWORD: password } = process.env;
  const post = (path, data, headers) => context.request.post(`${origin}/v1${path}`, { data, headers });
  const account = {
    name: 'Smoke Test',
    email: `smoke-${crypto.randomUUID()}@example.org`,
    password: crypto.randomUUID(),
  };
  const answer = email
    ? await post('/auth/login', { email, password })
    : await post('/auth/register', account);
  if (!answer.ok()) throw new Error(`The smoke test could not sign in (${answer.status()}).`);
  const { token, user } = await answer.json();
  await context.addInitScript(
    ([t, u]) => {
      localStorage.setItem('lectern.token', t);
      localStorage.setItem('lectern.user', u);
    },
    [token, JSON.stringify(user)],
  );
  let book = null;
  return {
    /** Id of a book, where an address needs one. */
    async book(path) {
      if (!path.includes(':bookId')) return '';
      book ??= await upload(context, origin, token);
      return book;
    },
  };
}

async function upload(context, origin, token) {
  const { makeEpub } = await import('../../e2e/support/books.ts');
  const file = await makeEpub('Smoke');
  const answer = await context.request.post(`${origin}/v1/books`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: { file: createReadStream(file) },
  });
  if (!answer.ok()) throw new Error(`The smoke test could not add a book (${answer.status()}).`);
  return (await answer.json()).id;
}
