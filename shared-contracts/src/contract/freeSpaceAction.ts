import type { HostNavigation, SnackbarMessage } from './host.ts';

/**
 * What a message adds that says the browser has no room left (`HostError.code` is 'storage'): the way to the page that
 * shows what is kept here and removes it, and time enough to take it.
 * @param label 'Free up space', in the reader's language
 */
export const makeRoom = (
  label: string,
  go: HostNavigation['go'],
): Pick<SnackbarMessage, 'action' | 'duration'> => ({
  action: { label, onAction: () => go('/settings') },
  duration: 8_000,
});
