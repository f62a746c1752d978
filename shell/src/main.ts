// Module Federation needs one asynchronous step before anything that is shared is imported.

import { wasSignedIn } from './auth/wasSignedIn.ts';
import { askEarly } from './federation/askEarly.ts';

// The page that was made at build is painted before anything of the app runs: a quick network must not make it slower.
const { prerendered, returning } = document.documentElement.dataset;
if (prerendered !== undefined && returning === undefined && document.visibilityState === 'visible')
  requestAnimationFrame(() => setTimeout(start));
else start();

function start() {
  import('./boot/start.tsx');
}
// Whoever was here before needs more than a visitor: asked for at once, not one after the other.
if (wasSignedIn()) {
  askEarly();
  import('./boot/createReader.ts').catch(() => undefined);
}
