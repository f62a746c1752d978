import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import type { AnyActionType } from '@lectern/shared-contracts/sync/anyAction.ts';

/**
 * What an error means for a queued write:
 * - `resolved`: there is nothing left to do
 * - `refused`: our server said no, which counts as one try
 * - `unfit`: this app does not know how to send it, so trying again by itself is of no use
 * - `busy`: the server is there and cannot take it now
 * - `unauthorized`: nobody is signed in
 * - `unreached`: no answer of the server came
 */
export type Outcome = 'resolved' | 'refused' | 'unfit' | 'busy' | 'unauthorized' | 'unreached';

/** Refusals that pass by themselves. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** @param error of the API client: a foreign answer (a proxy's, a portal's) has status 0 */
export function outcomeOf(
  { status }: Pick<HostError, 'status'>,
  type: AnyActionType,
  payload: unknown,
): Outcome {
  if (status === 0) return 'unreached';
  if (status === 401) return 'unauthorized';
  if (status >= 500 || passing.has(status)) return 'busy';
  return type.settledBy?.(status, payload as never) ? 'resolved' : 'refused';
}

/** The server says that it can take nothing at all for now. */
export const isBusyForAll = (status: number): boolean => status === 429 || status === 503;
