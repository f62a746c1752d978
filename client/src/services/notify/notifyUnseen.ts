import type { SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { addressOf } from '../../common/basePath.ts';

/**
 * Shows a browser notification for a message while the page is in the background.
 * @param tag a later notification with the same tag replaces it; by default one with the same message
 */
export function notifyUnseen({ message }: SnackbarMessage, tag = message): void {
  if (document.visibilityState === 'hidden') showBrowserNotification('Lectern', { body: message, tag });
}

/** Milliseconds after which a browser notification closes [LY-12]. */
const lifetime = 5_000;

/**
 * Shows a browser notification. Does nothing where notifications are unsupported or not granted.
 * @returns the notification, so that it can be closed earlier
 */
export function showBrowserNotification(
  title: string,
  options: NotificationOptions = {},
  Kind: typeof Notification | undefined = globalThis.Notification,
): Notification | null {
  if (Kind?.permission !== 'granted') return null;
  const notification = new Kind(title, { icon: addressOf('/icons/icon-192.png'), tag: title, ...options });
  setTimeout(() => notification.close(), lifetime);
  return notification;
}
