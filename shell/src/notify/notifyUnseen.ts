import type { SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { showBrowserNotification } from './browserNotification.ts';

/** A message that nobody can see, because the page is in the background, is told by the browser, if it may. */
export function notifyUnseen({ message }: SnackbarMessage): void {
  if (document.visibilityState === 'hidden')
    showBrowserNotification('Lectern', { body: message, tag: message });
}
