/** The views of the smoke test: pages of the app, each in its own tab, at two widths, with their console watched. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Timeout in milliseconds for a page or fill to appear. */
const timeoutMs = 20_000;
/** Time limit in milliseconds for a whole view: a script that loops for ever blocks every call to its page. */
const viewMs = 90_000;
/** Timeout in milliseconds for the answers of the server after that. */
const settleMs = 4_000;
const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Where the fills of a point of the shell appear, and the key or button that opens them. */
const places = {
  'shell/dashboard': { path: '/dashboard' },
  'shell/dashboard-side': { path: '/dashboard' },
  'shell/header': { path: '/dashboard', wideOnly: true },
  'shell/settings': { path: '/settings?page=reading' },
  'shell/onboarding': { path: '/onboarding', button: 'How points and levels work' },
  'shell/search': { path: '/dashboard', keys: 'Control+k' },
};

/**
 * A description for the test reader: only the format of a book remains a condition, and what only administrators see,
 * with data that this reader cannot read, is left out.
 */
export function shownToAll({ pages = [], fills = [], ...description }) {
  const toAll = (entries) =>
    entries
      .filter(({ when }) => when?.role === undefined)
      .map(({ when: { format } = {}, ...entry }) => ({ ...entry, when: format ? { format } : {} }));
  return { ...description, pages: toAll(pages), fills: toAll(fills) };
}

/**
 * The views of a remote: each page, and each place of its fills, with all fills there.
 * @param {object} description of the remote
 * @param {object} how
 * @param {readonly object[]} [how.beside] descriptions of the other remotes, whose fills are tested as well
 * @param {string} how.bookId replaces each parameter of a path
 */
export function viewsOf({ name, pages = [], fills = [] }, { beside = [], bookId }) {
  const views = pages.map(({ path, expose }) => ({
    path,
    own: [`${name}/${expose}`],
    others: [],
  }));
  const placeOf = ({ point }) => JSON.stringify({ ...places[point], wideOnly: undefined });
  const placed = fills.filter(({ point }) => point in places);
  for (const place of new Set(placed.map(placeOf))) {
    const own = placed.filter((fill) => placeOf(fill) === place);
    const { path, ...open } = JSON.parse(place);
    const isHere = ({ point }) =>
      places[point]?.path === path && !places[point].keys && !places[point].button;
    const others = beside.flatMap((other) =>
      (other.fills ?? []).filter(isHere).map(({ expose }) => `${other.name}/${expose}`),
    );
    views.push({ path, ...open, own: own.map(({ expose }) => `${name}/${expose}`), others });
  }
  const files = `/remotes/${name}/`;
  return views.map((view) => ({ ...view, files, address: view.path.replaceAll(/:\w+/g, bookId) }));
}

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {object} view
 * @param {string} view.address
 * @param {string} [view.keys] that open it
 * @param {string} [view.button] that opens it
 * @param {readonly string[]} view.own 'remote/module' of the tested remote
 * @param {readonly string[]} view.others 'remote/module' of other remotes
 * @param {string} view.files path of the remote's files
 * @param {number} [limitMs] for the whole view
 * @returns {Promise<string[]>} problems
 */
export async function lookAt(context, view, limitMs = viewMs) {
  const late = new AbortController();
  const problems = look(context, view);
  // A page that hangs is closed with its browser.
  problems.catch(() => {});
  const timeUp = sleep(limitMs, [`the page did not answer within ${limitMs / 1_000} s: ${endless}`], late);
  timeUp.catch(() => {});
  try {
    return await Promise.race([problems, timeUp]);
  } finally {
    late.abort();
  }
}

const endless = 'a script of it may run for ever';
/** Whether a view hung: the others share its process, so they would hang as well. */
export const isHung = (problems) => problems.some((problem) => problem.endsWith(endless));

async function look(context, { address, keys, button, own, others, files }) {
  const page = await context.newPage();
  const problems = new Set();
  watchConsole(page, files, problems);
  const settled = watchRequests(page);
  try {
    await page.setViewportSize(widths[0]);
    await page.goto(address);
    const main = page.getByRole('main');
    if (keys || button) await main.getByRole('heading').first().waitFor({ timeout: timeoutMs });
    if (keys) await page.keyboard.press(keys);
    if (button) await main.getByRole('button', { name: button }).click({ timeout: timeoutMs });
    // Not waited for after an exception. Some fills load when the page is idle, and only where there is room.
    const until = Date.now() + timeoutMs;
    const look = () => notLoaded(page, [...own, ...others]);
    let unseen = await look();
    for (; unseen.length > 0 && problems.size === 0 && Date.now() < until; unseen = await look())
      await page.waitForTimeout(50);
    if (problems.size === 0) for (const id of unseen) problems.add(`${id} is not shown`);
    for (const size of widths) {
      await page.setViewportSize(size);
      await settled();
      // After two frames, errors while rendering have been thrown.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      for (const failure of await failuresOn(page)) problems.add(`at ${size.width} px ${failure}`);
    }
  } catch (error) {
    problems.add(error.message.split('\n')[0]);
  } finally {
    await page.close();
  }
  return [...problems];
}

/** Modules that have not loaded: the shell marks each loaded one (shell/src/remotes/federation/loader.ts). */
const notLoaded = (page, ids) =>
  page
    .evaluate(
      (all) => all.filter((id) => performance.getEntriesByName(`lectern:${id}`).length === 0),
      [...ids],
    )
    // The page is navigating to another address.
    .catch(() => [...ids]);

function watchConsole(page, files, problems) {
  page.on('pageerror', (error) => problems.add(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    // A missing file is reported only if it belongs to the tested remote.
    if (text.startsWith('Failed to load resource') && !message.location().url.includes(files)) return;
    problems.add(`console: ${text.split('\n')[0].slice(0, 300)}`);
  });
}

/** @returns {() => Promise<void>} resolves once no API request is pending, or after a timeout */
function watchRequests(page) {
  const pending = new Set();
  page.on('request', (request) => {
    if (request.url().includes('/v1/') && request.method() === 'GET') pending.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => pending.delete(request));
  return async () => {
    const until = Date.now() + settleMs;
    for (let quiet = 0; quiet < 2 && Date.now() < until; ) {
      await page.waitForTimeout(60);
      quiet = pending.size === 0 ? quiet + 1 : 0;
    }
  };
}

/** Visible error messages. */
async function failuresOn(page) {
  const [retries, lines] = await Promise.all([
    page.getByRole('button', { name: 'Try Again' }).count(),
    page.getByText('cannot be shown right now.').allTextContents(),
  ]);
  return [...(retries > 0 && lines.length === 0 ? ['an error screen is shown'] : []), ...lines];
}
