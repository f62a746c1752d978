import type { HostNavigation, SnackbarMessage } from './host.ts';

/**
 * Action of a message that the browser's storage is full (`HostError.code` is 'storage'): opens the page that shows and
 * removes stored data. The message is shown longer than others.
 * @param label 'Free up space', in the reader's language
 */
export const freeSpaceAction = (
  label: string,
  go: HostNavigation['go'],
): Pick<SnackbarMessage, 'action' | 'duration'> => ({
  action: { label, onAction: () => go('/settings?page=offline') },
  duration: 8_000,
});
