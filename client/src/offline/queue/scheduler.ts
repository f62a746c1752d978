import { isPermanentlyFailed, type StoredAction } from './storedAction.ts';

/** The oldest write about each thing: the only one of them that may go. Timestamps are all different. */
function heads(actions: readonly StoredAction[]): StoredAction[] {
  const oldest = new Map<string, StoredAction>();
  for (const action of actions) {
    const other = oldest.get(action.entity);
    if (other === undefined || action.timestamp < other.timestamp) oldest.set(action.entity, action);
  }
  return [...oldest.values()];
}

/**
 * The writes to send now, the first one first: of those that come first for their own thing, those with the highest
 * priority, then the oldest [OF-04]. One that was refused holds back only what is about the same thing.
 * @param canSend false for types that nobody has registered in this tab yet.
 */
export function nextActions(
  actions: readonly StoredAction[],
  now: number,
  most: number,
  canSend: (type: string) => boolean = () => true,
): readonly StoredAction[] {
  const ready = heads(actions).filter(
    (action) =>
      action.status !== 'syncing' &&
      !isPermanentlyFailed(action) &&
      isDue(action, now) &&
      canSend(action.type),
  );
  return ready.sort(order).slice(0, most);
}

/** Milliseconds for which a write that was never tried may be held, so that its reader can take it back. */
const longestHold = 60_000;
/** Milliseconds that a write waits at most after an attempt (sendAction.ts, and what a server may ask for). */
const longestPause = 60 * 60_000;

/**
 * A last attempt in the future, or an end of the wait that is too far away, is a clock that was turned back since: the
 * moment means nothing any more.
 */
function isDue({ notBefore, lastAttempt }: StoredAction, now: number): boolean {
  if (notBefore <= now || (lastAttempt !== null && lastAttempt > now)) return true;
  return notBefore > now + (lastAttempt === null ? longestHold : longestPause);
}

function order(a: StoredAction, b: StoredAction): number {
  return a.priority === b.priority ? a.timestamp - b.timestamp : b.priority - a.priority;
}

/** When to look again, in milliseconds since 1970; null when nothing is waiting for a moment to come. */
export function nextMoment(actions: readonly StoredAction[], now: number): number | null {
  const moments = heads(actions)
    .filter((action) => !isPermanentlyFailed(action) && !isDue(action, now))
    .map((action) => action.notBefore);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** How long a write waits after its n-th refusal, in milliseconds: 2 s, 8 s, 32 s, 2 min, 8 min. */
export function retryPauseAfter(failures: number): number {
  return 2_000 * 4 ** Math.max(0, failures - 1);
}
