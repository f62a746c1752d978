import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { lazyPart } from '../federation/lazyPart.tsx';
import type { Updates } from './serviceWorker.ts';

const UpdateDialog = lazyPart(() => import('./UpdateDialog.tsx').then((m) => m.UpdateDialog));

/** Asks when a new version waits. */
export function UpdatePrompt({ updates }: { updates: Updates }) {
  return useReadable(updates.waiting) ? <UpdateDialog updates={updates} /> : null;
}
