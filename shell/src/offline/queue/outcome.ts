import type { HostError } from '@lectern/shared-contracts/host.ts';
import type { AnyActionType } from '@lectern/shared-contracts/sync/anyAction.ts';

/**
 * What an error means for a queued write: 'settled', there is nothing left to do; 'refused', the server said no and
 * would again; 'retry', it may go through later; 'unauthorised', nobody is signed in; 'unreached', no answer came.
 */
export type Outcome = 'settled' | 'refused' | 'retry' | 'unauthorised' | 'unreached';

const passing = new Set([408, 425, 429]);

export function outcomeOf(
  { status }: Pick<HostError, 'status'>,
  type: AnyActionType,
  payload: unknown,
): Outcome {
  if (status === 0) return 'unreached';
  if (status === 401) return 'unauthorised';
  if (status >= 500 || passing.has(status)) return 'retry';
  return type.settledBy?.(status, payload as never) ? 'settled' : 'refused';
}
