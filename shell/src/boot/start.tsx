import { yieldToMain } from '@lectern/client/common/scheduling.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createRouter, firstPage } from '../router/createRouter.tsx';
import { configOf } from './config.ts';
import { createShell } from './createShell.ts';
import { followVitals } from './followVitals.ts';
import { isWhole, keepFocus } from './prerendered.ts';
import { Root } from './Root.tsx';

/** Milliseconds that the first page may take to come whole; after that its frame shows what is there. */
const firstPageTimeoutMs = 500;

await yieldToMain();
const place = document.getElementById('root');
if (place === null) throw new Error('The page has no element #root.');
const read = configOf(document);
const root = createRoot(place);

if (read.ok) {
  const shell = createShell(read.config);
  runInBackground(shell.auth.start(window.location.hash === '#signed-in'));
  const router = createRouter(shell);
  const whole = firstPage(router);
  // A page that was made at build can be read and used: it goes when the one that takes its place is here.
  const late = new Promise((wait) => setTimeout(wait, firstPageTimeoutMs)).then(() =>
    isWhole() ? whole : undefined,
  );
  await Promise.all([Promise.race([whole, late]), shell.firstTexts]);
  const giveFocus = keepFocus(place);
  const onShown = () => {
    giveFocus();
    shell.shown();
  };
  // Made in slices: a key or a touch meanwhile does not wait.
  startTransition(() => root.render(<Root shell={shell} router={router} onShown={onShown} />));
  followVitals(read.config.root, shell.consent, shell.routes);
} else {
  const { ConfigurationError } = await import('./ConfigurationError.tsx');
  root.render(<ConfigurationError problem={read.problem} />);
}
