import { freeSpaceAction } from '@lectern/shared-contracts/contract/freeSpaceAction.ts';
import type {
  HostEvents,
  HostNavigation,
  HostNotify,
  Translate,
} from '@lectern/shared-contracts/contract/host.ts';
import { apiTexts } from '../../api/hostError.ts';
import { failureTitle } from './failureTitle.ts';

/** Nothing a reader wrote themselves: their failure is no reason to trouble anyone. */
const quiet: ReadonlySet<string> = new Set(['GAMIFICATION_ACTION', 'SESSION_START']);

/**
 * Says that a change has failed for good, or could not even be kept in this browser. What was kept stays behind the
 * sync indicator and in Settings until the reader decides.
 * @returns a function that ends it
 */
export function notifyFailures(
  events: Pick<HostEvents, 'on'>,
  notify: HostNotify,
  translate: () => Translate,
  go: HostNavigation['go'],
): () => void {
  return events.on('syncActionFailed', ({ type, error }) => {
    if (quiet.has(type)) return;
    const t = translate();
    notify.show({
      tone: 'danger',
      message: `${failureTitle(type, t)}: ${t(error)}`,
      ...(error === apiTexts.storage ? freeSpaceAction(t('Free up space'), go) : { duration: 8_000 }),
    });
  });
}
