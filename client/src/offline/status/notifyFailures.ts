import { freeSpaceAction } from '@lectern/shared-contracts/contract/freeSpaceAction.ts';
import type { HostNavigation, HostNotify, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { apiTexts } from '../../api/hostError.ts';
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
