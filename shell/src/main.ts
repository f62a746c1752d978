// The little that must not wait: what is asked for early, the first view, and when the app itself begins.

import '@lectern/shared-ui/fonts.css';
import { askBooksEarly } from './api/askBooksEarly.ts';
import { storedToken } from './auth/wasSignedIn.ts';
import { configOf } from './boot/config.ts';
import { showFirstView } from './boot/firstView.ts';
import { isPrerendered, isReadersFrame, painted } from './boot/prerendered.ts';
import { askEarly } from './federation/askEarly.ts';

/** Milliseconds that the app waits for the first view: a slow answer must not keep it from starting. */
const patience = 300;

// Whoever was here before needs more than a visitor: asked for at once, not one after the other.
const isReader = storedToken() !== null;
const read = configOf(document);
const script = isReader ? askEarly() : Promise.resolve(null);
const books =
  isReader && read.ok ? askBooksEarly(read.config.root, window.location.pathname) : Promise.resolve(null);

// The page that was made at build is painted before anything of the app runs: a quick network must not make it slower.
if (isReadersFrame())
  await Promise.race([showFirstView(books, script), new Promise((late) => setTimeout(late, patience))]);
if (isPrerendered()) await painted();
import(/* webpackChunkName: 'start' */ './boot/start.tsx');
if (isReader) {
  import(/* webpackChunkName: 'reader' */ './boot/createReader.ts').catch(() => undefined);
  import('./i18n/engine.ts').catch(() => undefined);
}
