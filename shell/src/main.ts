// The entry: early requests, the first view, and the start of the app.

import '@lectern/shared-ui/fonts.css';
import { fetchReadsEarly, revisionsRead } from '@lectern/client/api/earlyFetch.ts';
import { storedToken } from '@lectern/client/auth/accessToken.ts';
import { readConfig } from '@lectern/client/common/config.ts';
import { afterPaint } from '@lectern/client/common/scheduling.ts';
import { rememberSearchShortcut, takeSearchShortcut } from '@lectern/client/common/searchShortcut.ts';
import { holdPageLoadLock } from '@lectern/client/pwa/pageLoadLock.ts';
import { removePastWorker } from '@lectern/client/pwa/pastWorker.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { showFirstView } from './boot/firstView.ts';
import { isPrerendered, isSignedInFrame, keepInput } from './boot/prerendered.ts';
import { loadModuleFederation, loadSignedInServices, loadTextEngine } from './boot/signedInChunk.ts';
import { showStartFailure } from './boot/startFailure.ts';
import { type EarlyPage, earlyRegistry } from './routes/earlyRegistry.ts';
import { preloadAddresses, preloadFiles } from './routes/preloads.ts';

/**
 * Milliseconds that the app waits for the first view. Its scripts would take all connections of the browser, and the
 * covers of the first view would wait for them: on a phone they are requested after some 400 ms.
 */
const firstViewTimeoutMs = 600;

runInBackground(start());

/** A function, because the bundler cannot merge a module with a top-level `await` with others. */
async function start() {
  holdPageLoadLock();
  removePastWorker();
  const rootElement = document.getElementById('root');
  const restoreInput = rootElement ? keepInput(rootElement) : () => undefined;

  // A signed-in reader needs more than a visitor. All of it is requested at once.
  const isReader = storedToken() !== null;
  if (isReader) rememberSearchShortcut();
  const configResult = readConfig(document);
  const earlyRequests = isReader ? earlyRegistry() : null;
  const root = configResult.ok ? configResult.config.root : null;
  const earlyAnswers =
    root === null
      ? null
      : earlyRequests?.page.then(({ reads }) => fetchReadsEarly(root, [revisionsRead, ...reads]));
  if (earlyRequests && earlyAnswers) preloadFilesOf(earlyRequests.page, earlyAnswers).catch(() => undefined);

  // Lets the `then` above request the page's reads, before the scripts below: their answers name files that follow.
  await Promise.resolve();

  // A prerendered page is painted before the app runs, and its content is fetched before the app's files.
  if (earlyRequests && earlyAnswers && isSignedInFrame()) {
    const books = earlyAnswers.then((bodies) => bodies.get('GET /books') ?? null);
    // Without it the app starts all the same.
    const firstViewShown = showFirstView(books, earlyRequests.firstView).catch((error) =>
      console.error('No first view.', error),
    );
    await Promise.race([firstViewShown, new Promise((late) => setTimeout(late, firstViewTimeoutMs))]);
  }
  if (isPrerendered()) await afterPaint();

  earlyRequests?.preloadScripts().catch(() => undefined);
  const app: Promise<unknown>[] = [
    import(/* webpackChunkName: 'start' */ './boot/start.tsx')
      .then(({ start }) => start(restoreInput))
      .catch(showFailure),
  ];
  // Requested beside the app, not after it. The page that needs one of them reports its failure.
  if (isReader) app.push(loadSignedInServices(), loadTextEngine(), loadModuleFederation());
  await Promise.allSettled(app);
}

function showFailure(error: unknown) {
  console.error('The app did not start.', error);
  takeSearchShortcut();
  const rootElement = document.getElementById('root');
  if (rootElement !== null) showStartFailure(rootElement);
}

/** Preloads the files that the answers name as soon as the answers are here. */
async function preloadFilesOf(page: Promise<EarlyPage>, answers: Promise<Map<string, Promise<unknown>>>) {
  const [{ preloads }, bodiesByKey] = await Promise.all([page, answers]);
  if (preloads.length === 0) return;
  const values = new Map(
    await Promise.all([...bodiesByKey].map(async ([key, value]) => [key, await value] as const)),
  );
  preloadFiles(preloadAddresses(preloads, (key) => values.get(key)));
}
