import '@lectern/shared-ui/fonts.css';
import { createRoot } from 'react-dom/client';
import { ConfigurationError } from './ConfigurationError.tsx';
import { readConfig } from './config.ts';
import { createShell } from './createShell.ts';
import { Root } from './Root.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no element #root.');
const meta = document.querySelector('meta[name="lectern-server"]');
const read = readConfig(meta?.getAttribute('content') ?? null, window.location.href);
const root = createRoot(place);

if (read.ok) {
  const shell = createShell(read.config);
  void shell.auth.start();
  void shell.registry.load().catch(() => undefined);
  root.render(<Root shell={shell} />);
  // After the first page: none of this is worth a frame of it.
  if ('requestIdleCallback' in window) requestIdleCallback(shell.goToWork, { timeout: 2_000 });
  else setTimeout(shell.goToWork, 500);
} else {
  root.render(<ConfigurationError problem={read.problem} />);
}
