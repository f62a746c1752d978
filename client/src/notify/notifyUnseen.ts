import type { SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { showBrowserNotification } from './browserNotification.ts';

/**
 * Shows a browser notification for a message while the page is in the background.
 * @param tag a later notification with the same tag replaces it; by default one with the same message
 */
export function notifyUnseen({ message }: SnackbarMessage, tag = message): void {
  if (document.visibilityState === 'hidden') showBrowserNotification('Lectern', { body: message, tag });
}
