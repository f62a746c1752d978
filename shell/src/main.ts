// The little that must not wait: what is asked for early, the first view, and when the app itself begins.

import '@lectern/shared-ui/fonts.css';
import { fetchReadsEarly } from '@lectern/client/api/earlyFetch.ts';
import { storedToken } from '@lectern/client/auth/wasSignedIn.ts';
import { afterPaint, yieldToMain } from '@lectern/client/common/scheduling.ts';
import { configOf } from './boot/config.ts';
import { showFirstView } from './boot/firstView.ts';
import { loadSignedInServices } from './boot/loadSignedInServices.ts';
import { isPrerendered, isSignedInFrame } from './boot/prerendered.ts';
import { showStartFailure } from './boot/startFailure.ts';
import { loadModuleFederation } from './federation/federationRuntime.ts';
import { loadTextEngine } from './i18n/loadTextEngine.ts';
import { rememberSearchShortcut } from './layout/searchShortcut.ts';
import { holdPageLoadLock } from './pwa/pageLoadLock.ts';
import { type EarlyPage, earlyRegistry } from './routes/earlyRegistry.ts';
import { preloadAddresses, preloadFiles } from './routes/preloads.ts';

/** Milliseconds that the app waits for the first view: a slow answer must not keep it from starting. */
const firstViewTimeoutMs = 300;

holdPageLoadLock();

// Whoever was here before needs more than a visitor: asked for at once, not one after the other.
const isReader = storedToken() !== null;
if (isReader) rememberSearchShortcut();
const read = configOf(document);
const early = isReader ? earlyRegistry() : null;
const root = read.ok ? read.config.root : null;
const answers = root === null ? null : early?.page.then(({ reads }) => fetchReadsEarly(root, reads));
if (early && answers) preloadFilesOf(early.page, answers).catch(() => undefined);

// The page that was made at build is painted before anything of the app runs,
// and what it shows comes before the app's files.
if (early && answers && isSignedInFrame()) {
  const books = answers.then((known) => known.get('GET /books') ?? null);
  // One that fails is missed, and nothing else: the app comes.
  const shown = showFirstView(books, early.view).catch((error) => console.error('No first view.', error));
  await Promise.race([shown, new Promise((late) => setTimeout(late, firstViewTimeoutMs))]);
}
if (isPrerendered()) await afterPaint();

// What is needed together is asked for together, and each is run in a turn of its own, not all before the next key or
// touch. What is wrong with them is said by whoever loads the page.
early?.preloadScripts().catch(() => undefined);
if (isReader) {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) link.rel = 'preload';
  await yieldToMain();
}
const start = () =>
  import(/* webpackChunkName: 'start' */ './boot/start.tsx').catch((error) => {
    console.error('The app did not start.', error);
    const place = document.getElementById('root');
    if (place !== null) showStartFailure(place);
  });
const app = [
  () => import('react-dom/client'),
  () => import('styled-components'),
  start,
  ...(isReader ? [loadTextEngine, loadSignedInServices, loadModuleFederation] : []),
];
for (const load of app) await load().then(yieldToMain, yieldToMain);

/** What the answers name is asked for as soon as they are there. */
async function preloadFilesOf(page: Promise<EarlyPage>, known: Promise<Map<string, Promise<unknown>>>) {
  const [{ preloads }, asked] = await Promise.all([page, known]);
  if (preloads.length === 0) return;
  const values = new Map(
    await Promise.all([...asked].map(async ([key, value]) => [key, await value] as const)),
  );
  preloadFiles(preloadAddresses(preloads, (key) => values.get(key)));
}
