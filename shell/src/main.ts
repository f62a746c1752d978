// The little that must not wait: what is asked for early, and when the app itself begins.

import '@lectern/shared-ui/fonts.css';
import { askBooksEarly } from './api/askBooksEarly.ts';
import { storedToken } from './auth/wasSignedIn.ts';
import { configOf } from './boot/config.ts';
import { askEarly } from './federation/askEarly.ts';

// The page that was made at build is painted before anything of the app runs: a quick network must not make it slower.
const { prerendered, returning } = document.documentElement.dataset;
if (prerendered !== undefined && returning === undefined && document.visibilityState === 'visible')
  requestAnimationFrame(() => setTimeout(start));
else start();

function start() {
  import(/* webpackChunkName: 'start' */ './boot/start.tsx');
}
// Whoever was here before needs more than a visitor: asked for at once, not one after the other.
if (storedToken() !== null) {
  askEarly();
  const read = configOf(document);
  if (read.ok) askBooksEarly(read.config.root, window.location.pathname);
  import('./boot/createReader.ts').catch(() => undefined);
  import('./i18n/engine.ts').catch(() => undefined);
}
