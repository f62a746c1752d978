import { addressOf } from '@lectern/client/common/basePath.ts';

/** A browser notification closes by itself after this, in milliseconds [LY-12]. */
const lifetime = 5_000;

/**
 * Tells a reader who looks at something else. Does nothing where notifications are not there or not granted.
 * @returns the notification, to close it sooner.
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
