import { freeSpaceAction } from '@lectern/shared-contracts/contract/freeSpaceAction.ts';
import type { HostNavigation, HostNotify, Translate } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { apiTexts } from '../../api/hostError.ts';
import type { StorageProblem } from '../storage/storageProblem.ts';

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
