import type { Replaced } from '@lectern/shared-contracts/api/conflicts.ts';
import { freeSpaceAction } from '@lectern/shared-contracts/contract/freeSpaceAction.ts';
import type { HostNavigation, HostNotify, Translate } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { apiTexts } from '../../common/hostError.ts';
import type { StorageProblem } from '../storage/storageProblem.ts';
import { failureTitle } from './actionName.ts';

/** Not written by the reader, so their failure is not shown. */
const unnotifiedTypes: ReadonlySet<string> = new Set(['GAMIFICATION_ACTION', 'SESSION_START']);

/**
 * @returns notifies the reader of a change that the server has refused, for the first time or for good, or that could
 * not be stored in this browser. Stored changes stay in the sync indicator until the reader decides.
 */
export function createFailureNotice(
  notify: HostNotify,
  translate: () => Translate,
  go: HostNavigation['go'],
): (failure: { type: string; error: string }) => void {
  return ({ type, error }) => {
    if (unnotifiedTypes.has(type)) return;
    const t = translate();
    notify.show({
      tone: 'danger',
      message: `${failureTitle(type, t)}: ${t(error)}`,
      ...(error === apiTexts.storage ? freeSpaceAction(t('Free up space'), go) : { duration: 8_000 }),
    });
  };
}

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

const messages: Readonly<Record<StorageProblem, string>> = {
  full: apiTexts.storage,
  newer: text(
    'Lectern was updated in another tab. Please reload this page. Until then your changes are sent right away.',
  ),
  gone: text(
    'This browser cannot keep your changes right now. They are sent at once; please leave this page open until all are synced.',
  ),
};

/**
 * Notifies the reader once when this browser cannot store anything, and again only after it could.
 * @returns a function that stops it
 */
export function notifyStorage(
  problem: Readable<StorageProblem | null>,
  notify: HostNotify,
  translate: () => Translate,
  go: HostNavigation['go'],
): () => void {
  let isNotified = false;
  const update = () => {
    const current = problem.get();
    if (current !== null && !isNotified) {
      const t = translate();
      notify.show({
        tone: 'warning',
        message: t(messages[current]),
        ...(current === 'full' ? freeSpaceAction(t('Free up space'), go) : { duration: 10_000 }),
      });
    }
    isNotified = current !== null;
  };
  // The problem may have occurred before this subscribes.
  update();
  return problem.subscribe(update);
}
