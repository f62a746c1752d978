import type { SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { showBrowserNotification } from './browserNotification.ts';

/** Shows a browser notification for a message while the page is in the background. */
export function notifyUnseen({ message }: SnackbarMessage): void {
  if (document.visibilityState === 'hidden')
    showBrowserNotification('Lectern', { body: message, tag: message });
}
