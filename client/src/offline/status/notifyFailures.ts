import { freeSpaceAction } from '@lectern/shared-contracts/contract/freeSpaceAction.ts';
import type {
  HostEvents,
  HostNavigation,
  HostNotify,
  Translate,
} from '@lectern/shared-contracts/contract/host.ts';
import { apiTexts } from '../../api/hostError.ts';
import { failureTitle } from './failureTitle.ts';

/** Not written by the reader, so their failure is not shown. */
const unnotifiedTypes: ReadonlySet<string> = new Set(['GAMIFICATION_ACTION', 'SESSION_START']);

/**
 * Notifies the reader when a change has failed for good, or could not be stored in this browser. Stored changes stay in
 * the sync indicator and in Settings until the reader decides.
 * @returns a function that stops it
 */
export function notifyFailures(
  events: Pick<HostEvents, 'on'>,
  notify: HostNotify,
  translate: () => Translate,
  go: HostNavigation['go'],
): () => void {
  return events.on('syncActionFailed', ({ type, error }) => {
    if (unnotifiedTypes.has(type)) return;
    const t = translate();
    notify.show({
      tone: 'danger',
      message: `${failureTitle(type, t)}: ${t(error)}`,
      ...(error === apiTexts.storage ? freeSpaceAction(t('Free up space'), go) : { duration: 8_000 }),
    });
  });
}
