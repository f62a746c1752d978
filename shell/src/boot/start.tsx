import { pathOf } from '@lectern/client/common/basePath.ts';
import { readConfig } from '@lectern/client/common/config.ts';
import { yieldToMain } from '@lectern/client/common/scheduling.ts';
import type { Consent } from '@lectern/client/services/consent/consent.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createRouter, firstPage } from '../router/createRouter.tsx';
import type { Routes } from '../routes/routeTypes.ts';
import { createShell } from './createShell.ts';
import { isComplete, isFrameOnly } from './prerendered.ts';
import { Root } from './Root.tsx';

/** Milliseconds to wait for the complete first page; after that its frame and skeletons are shown. */
const firstPageTimeoutMs = 500;

/**
 * Shows the app. A function, for the reason that `main.ts` gives.
 * @param restoreInput called when the app is shown in place of the prerendered page
 */
export async function start(restoreInput: () => void): Promise<void> {
  await yieldToMain();
  const rootElement = document.getElementById('root');
  if (rootElement === null) throw new Error('The page has no element #root.');
  const configResult = readConfig(document);
  const root = createRoot(rootElement);

  if (configResult.ok) {
    const shell = createShell(configResult.config);
    runInBackground(shell.auth.start(window.location.hash === '#signed-in'));
    const router = createRouter(shell);
    const pageComplete = firstPage(router);
    // A prerendered page can be used already: it stays until the app can replace it completely. A frame with a
    // skeleton is replaced at once: with ten thousand books, waiting costs 360 of 1,690 ms.
    const timeoutMs = isFrameOnly() ? 0 : firstPageTimeoutMs;
    const timedOut = new Promise((wait) => setTimeout(wait, timeoutMs)).then(() =>
      isComplete() ? pageComplete : undefined,
    );
    await Promise.all([Promise.race([pageComplete, timedOut]), shell.firstTexts]);
    const onShown = () => {
      restoreInput();
      shell.shown();
    };
    // A transition, so that input is handled meanwhile.
    startTransition(() => root.render(<Root shell={shell} router={router} onShown={onShown} />));
    followVitals(configResult.config.root, shell.consent, shell.routes);
  } else {
    const { ConfigurationError } = await import('./ConfigurationError.tsx');
    root.render(<ConfigurationError problem={configResult.problem} />);
  }
}

/** Loads the web-vitals code once analytics are allowed. */
function followVitals(root: string, consent: Consent, routes: Routes): void {
  let isLoaded = false;
  const update = () => {
    if (isLoaded || !consent.allows('analytics')) return;
    isLoaded = true;
    const route = routes.find(pathOf(window.location.pathname))?.entry.path ?? '/';
    import('@lectern/client/services/vitals/reportVitals.ts').then(
      ({ measureVitals, reportVitals }) =>
        reportVitals({ root, consent, route, measure: measureVitals, page: document }),
      () => {
        isLoaded = false;
      },
    );
  };
  consent.record.subscribe(update);
  update();
}
