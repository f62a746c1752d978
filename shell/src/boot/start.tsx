import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { configOf } from './config.ts';
import { createShell } from './createShell.ts';
import { followVitals } from './followVitals.ts';
import { bringSame, isPrerendered, keepFocus } from './prerendered.ts';
import { Root } from './Root.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no element #root.');
const read = configOf(document);
const root = createRoot(place);

if (read.ok) {
  const shell = createShell(read.config);
  void shell.auth.start(window.location.hash === '#signed-in');
  shell.hurry();
  // What is there already can be read and used: it goes when the page that takes its place is here.
  if (isPrerendered()) await bringSame(shell);
  await shell.firstTexts;
  const giveFocus = keepFocus(place);
  flushSync(() => root.render(<Root shell={shell} />));
  giveFocus();
  followVitals(read.config.root, shell.consent);
} else {
  const { ConfigurationError } = await import('./ConfigurationError.tsx');
  root.render(<ConfigurationError problem={read.problem} />);
}
