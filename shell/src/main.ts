// Module Federation needs one asynchronous step before anything that is shared is imported.

import { wasSignedIn } from './auth/wasSignedIn.ts';
import { askEarly } from './federation/askEarly.ts';

import('./boot/start.tsx');
// Whoever was here before needs more than a visitor: asked for at once, not one after the other.
if (wasSignedIn()) {
  askEarly();
  import('./boot/createReader.ts').catch(() => undefined);
}
