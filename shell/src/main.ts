// The critical start: early requests, the first view, and then the app.

import '@lectern/shared-ui/fonts.css';
import { fetchReadsEarly } from '@lectern/client/api/earlyFetch.ts';
import { storedToken } from '@lectern/client/auth/wasSignedIn.ts';
import { afterPaint, yieldToMain } from '@lectern/client/common/scheduling.ts';
import { readConfig } from './boot/config.ts';
import { showFirstView } from './boot/firstView.ts';
import { isPrerendered, isSignedInFrame } from './boot/prerendered.ts';
import { showStartFailure } from './boot/startFailure.ts';
import { rememberSearchShortcut } from './layout/searchShortcut.ts';
import { holdPageLoadLock } from './pwa/pageLoadLock.ts';
import { type EarlyPage, earlyRegistry } from './routes/earlyRegistry.ts';
import { preloadAddresses, preloadFiles } from './routes/preloads.ts';

/** Milliseconds that the start of the app waits for the first view. */
const firstViewTimeoutMs = 300;

holdPageLoadLock();

// A signed-in reader needs more than a visitor, so it is requested in parallel.
const isReader = storedToken() !== null;
if (isReader) rememberSearchShortcut();
const read = readConfig(document);
const early = isReader ? earlyRegistry() : null;
const root = read.ok ? read.config.root : null;
const answers = root === null ? null : early?.page.then(({ reads }) => fetchReadsEarly(root, reads));
if (early && answers) preloadFilesOf(early.page, answers).catch(() => undefined);

// A prerendered page is painted before the app runs,
// and its data is loaded before the app's files.
if (early && answers && isSignedInFrame()) {
  const books = answers.then((known) => known.get('GET /books') ?? null);
  // A failure only means that there is no first view: the app starts anyway.
  const shown = showFirstView(books, early.view).catch((error) => console.error('No first view.', error));
  await Promise.race([shown, new Promise((late) => setTimeout(late, firstViewTimeoutMs))]);
}
if (isPrerendered()) await afterPaint();

// The files are fetched in parallel, and each is evaluated in its own task, so that input is handled in between.
// Errors are reported by the page that needs the file.
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
  ...(isReader
    ? [
        () => import(/* webpackChunkName: 'texts' */ './i18n/engine.ts'),
        () => import('./layout/AppFrame.tsx'),
        () => import('./layout/SignedInLayout.tsx'),
        () => import(/* webpackChunkName: 'signed-in' */ './boot/createSignedInServices.ts'),
        () => import(/* webpackChunkName: 'federation' */ './federation/moduleFederation.ts'),
      ]
    : []),
];
for (const load of app) await load().then(yieldToMain, yieldToMain);

/** Preloads the files named in the responses as soon as these have arrived. */
async function preloadFilesOf(page: Promise<EarlyPage>, known: Promise<Map<string, Promise<unknown>>>) {
  const [{ preloads }, asked] = await Promise.all([page, known]);
  if (preloads.length === 0) return;
  const values = new Map(
    await Promise.all([...asked].map(async ([key, value]) => [key, await value] as const)),
  );
  preloadFiles(preloadAddresses(preloads, (key) => values.get(key)));
}
