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
 * Notifies the reader once when this browser can store nothing, and again only if it could in between.
 * @returns a function that stops it
 */
export function notifyStorage(
  problem: Readable<StorageProblem | null>,
  notify: HostNotify,
  translate: () => Translate,
  go: HostNavigation['go'],
): () => void {
  let isSaid = false;
  const tell = () => {
    const now = problem.get();
    if (now !== null && !isSaid) {
      const t = translate();
      notify.show({
        tone: 'warning',
        message: t(messages[now]),
        ...(now === 'full' ? freeSpaceAction(t('Free up space'), go) : { duration: 10_000 }),
      });
    }
    isSaid = now !== null;
  };
  // That there is no database may be known before this listens.
  tell();
  return problem.subscribe(tell);
}
