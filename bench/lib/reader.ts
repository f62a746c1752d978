/** A reader with an account and books, for benchmarks that drive the product. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { type BenchReader as ApiReader, newReader as newApiReader } from './libraryServer.ts';

/** A reader who can also sign in to a browser. */
export interface BenchReader extends ApiReader {
  user: { id: string };
  /** Local storage of a browser in which this reader is signed in, by key. */
  stored(): readonly (readonly [string, string])[];
  /** A new browser context in which this reader is signed in. */
  context(browser: Browser): Promise<BrowserContext>;
  upload(path: string): Promise<Book>;
  put(path: string, body: unknown): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
  get<T>(path: string): Promise<T>;
  /** Stores a place in a book, as if the reader had left it there. */
  leaveAt(book: Book, percentage: number, position: object): Promise<unknown>;
}

export const newReader = async (url: string): Promise<BenchReader> => inBrowser(await newApiReader(url));

/** @param reader of a server that serves the product too */
export function inBrowser(reader: ApiReader): BenchReader {
  const send = (method: string) => (path: string, body: unknown) =>
    reader.ask(`/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const user = { id: reader.userId, name: 'Bench', email: reader.email, avatar: null, roles: [] };
  const timestamp = new Date().toISOString();
  const consent = { essential: true, analytics: false, marketing: false, timestamp, version: '1.0' };
  const stored = () =>
    [
      // The current one: it is renewed when it has expired.
      [storageKeys.token, (reader.headers.authorization ?? '').replace('Bearer ', '')],
      [storageKeys.user, JSON.stringify(user)],
      [storageKeys.cookieConsent, JSON.stringify(consent)],
    ] as const;
  return {
    ...reader,
    user,
    stored,
    async context(browser) {
      const context = watched(await browser.newContext({ viewport: { width: 1280, height: 800 } }));
      await context.addInitScript((entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value);
      }, stored());
      return context;
    },
    async upload(path) {
      const body = new FormData();
      body.set('file', new File([readFileSync(path)], basename(path)));
      return (await reader.ask('/v1/books', { method: 'POST', body })).json();
    },
    get: async (path) => (await reader.ask(`/v1${path}`)).json(),
    post: send('POST'),
    put: send('PUT'),
    leaveAt: (book, percentage, position) =>
      send('PUT')(`/books/${book.id}/progress`, {
        current_page: Math.max(1, Math.round((book.page_count * percentage) / 100)),
        total_pages: book.page_count,
        percentage,
        updated_at: new Date().toISOString(),
        position,
      }),
  };
}

export const warAndPeace = 'leo-tolstoy_war-and-peace_louise-maude_aylmer-maude.epub';

/** Leaves the reader in the chapter nearest to the middle of a book that has more than a title. */
export async function middleChapter(reader: BenchReader, book: Book) {
  const { spine } = await reader.get<Manifest>(`/books/${book.id}/manifest`);
  const long = spine.flatMap(({ words }, index) => (words > 800 ? [index] : []));
  const chapter = long[Math.floor(long.length / 2)] ?? 0;
  await reader.leaveAt(book, 50, { spine_index: chapter, fraction: 0 });
  return { chapter, href: spine[chapter]?.href };
}

export const bookFile = (books: string, ...path: string[]) => join(books, ...path);

/**
 * Milliseconds until a predicate is true in the page, checked in every frame, counted from the page's
 * `performance.timeOrigin` (a fresh load) or from the click by `start`. Checking begins before that click: otherwise a
 * fast result would only be seen when the driver has answered.
 */
export async function untilInPage(
  page: Page,
  predicate: string,
  start?: () => Promise<void>,
): Promise<number> {
  if (start)
    await page.evaluate(() => {
      const times = window as unknown as { benchStart?: number };
      delete times.benchStart;
      const mark = () => {
        times.benchStart = performance.now();
      };
      document.addEventListener('pointerdown', mark, { capture: true, once: true });
    });
  const seen = page.evaluate<number>(timeUntil(predicate, start !== undefined));
  const [time] = await Promise.all([seen, start?.()]);
  return time;
}

/**
 * An expression for the debugger, since the product's policy forbids evaluating strings in the page: the milliseconds
 * until a predicate is true, from the page's `performance.timeOrigin` or, `fromClick`, from `window.benchStart`.
 */
export const timeUntil = (predicate: string, fromClick = false) => `new Promise((resolve, reject) => {
  const holds = ${predicate};
  const began = performance.now();
  const started = () => ${fromClick ? 'window.benchStart !== undefined' : 'true'};
  const look = () => {
    if (performance.now() - began > 20000) return reject(new Error('Nothing was on screen after 20 s.'));
    let done = false;
    try { done = started() && holds(); } catch { done = false; }
    if (done) resolve(performance.now() - (window.benchStart ?? 0));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** An expression whose promise resolves when the service worker has cached the shell and every remote. */
export const whenCached = `(async () => {
  await navigator.serviceWorker.ready;
  const isCached = async () => {
    const cached = await (await caches.open('lectern-registry')).match('/remotes.json');
    const { remotes: here } = cached ? await cached.json() : { remotes: {} };
    const { remotes } = await (await fetch('/remotes.json')).json();
    return Object.keys(remotes).every((name) => here[name] !== undefined);
  };
  while (!(await isCached())) await new Promise((resolve) => setTimeout(resolve, 200));
})()`;

/** Requests under way in each watched context, and when the last one began or ended. */
const traffic = new WeakMap<BrowserContext, { open: Set<Request>; changed: number }>();

/** Notes the requests of a context, so that `untilQuiet` can wait for them. */
export function watched(context: BrowserContext): BrowserContext {
  if (traffic.has(context)) return context;
  const seen = { open: new Set<Request>(), changed: performance.now() };
  traffic.set(context, seen);
  const note = (change: (request: Request) => void) => (request: Request) => {
    // The stream of events stays open as long as the page.
    if (new URL(request.url()).pathname.endsWith('/v1/events')) return;
    change(request);
    seen.changed = performance.now();
  };
  const ended = note((request) => seen.open.delete(request));
  context.on(
    'request',
    note((request) => seen.open.add(request)),
  );
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
  return context;
}

/** Milliseconds without a request after which a page counts as quiet, and between two looks. */
const quiet = 500;
const lookEvery = 50;
const longestWait = 30_000;

/** Waits until a watched page requests nothing more. "networkidle" never comes while events are listened to. */
export async function untilQuiet(page: Page): Promise<void> {
  const seen = traffic.get(page.context());
  if (!seen) throw new Error('The requests of this context are not watched: see `watched`.');
  const began = performance.now();
  while (seen.open.size > 0 || performance.now() - seen.changed < quiet) {
    if (performance.now() - began > longestWait)
      throw new Error(`After 30 s, requests are still under way: ${[...seen.open].map((one) => one.url())}`);
    await page.waitForTimeout(lookEvery);
  }
}

/** Whether text of a book is visible: a visible frame with some words. */
export const textOnScreen = `() => [...document.querySelectorAll('iframe')].some((frame) => {
  const box = frame.getBoundingClientRect();
  const text = frame.contentDocument?.body?.innerText ?? '';
  const seen = getComputedStyle(frame).visibility !== 'hidden' && (!frame.checkVisibility || frame.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
  return box.width > 100 && box.height > 100 && seen && text.trim().length > 300;
})`;

/** Whether a page is painted: a canvas has something other than paper. */
export const canvasPainted = `() => [...document.querySelectorAll('canvas')].some((canvas) => {
  if (canvas.width < 200 || canvas.getBoundingClientRect().width < 100) return false;
  const small = new OffscreenCanvas(40, 40).getContext('2d');
  small.drawImage(canvas, 0, 0, 40, 40);
  const { data } = small.getImageData(0, 0, 40, 40);
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0 && data[i] + data[i + 1] + data[i + 2] < 600) return true;
  return false;
})`;
