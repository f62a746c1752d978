import type { Replaced } from '@lectern/shared-contracts/api/conflicts.ts';
import type { HostNavigation, HostNotify, Translate } from '@lectern/shared-contracts/contract/host.ts';

/**
 * Notifies the reader when a change has replaced one that another device made meanwhile: the later change wins, and
 * both versions of a text are kept.
 * @param answer the server's response to a write
 */
export function notifyReplaced(
  answer: unknown,
  notify: HostNotify,
  t: Translate,
  go: HostNavigation['go'],
): void {
  const { replaced = [] } = { ...(answer as { replaced?: Replaced } | null) };
  if (replaced.length === 0) return;
  const text = replaced.some(({ note }) => note !== null);
  notify.show({
    tone: 'info',
    ...(text
      ? {
          message: t(
            'This text was also changed on another device. Both versions are kept for you to choose from.',
          ),
          action: { label: t('Notes'), onAction: () => go('/library?tab=notes') },
        }
      : {
          message: t('This was changed on another device too. Your later change stands.'),
          duration: 8_000,
        }),
  });
}
