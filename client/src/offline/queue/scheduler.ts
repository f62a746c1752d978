import { isPermanentlyFailed, type StoredAction } from './storedAction.ts';

/** The oldest write about each entity: only that one may be sent. Timestamps are all different. */
function heads(actions: readonly StoredAction[]): StoredAction[] {
  const oldest = new Map<string, StoredAction>();
  for (const action of actions) {
    const other = oldest.get(action.entity);
    if (other === undefined || action.timestamp < other.timestamp) oldest.set(action.entity, action);
  }
  return [...oldest.values()];
}

/**
 * The writes to send now, in order: of the oldest writes about each entity, those with the highest priority first, then
 * the oldest [OF-04]. A refused write holds back only writes about the same entity.
 * @param canSend false for types that are not registered in this tab yet
 */
export function nextActions(
  actions: readonly StoredAction[],
  now: number,
  limit: number,
  canSend: (type: string) => boolean = () => true,
): readonly StoredAction[] {
  const ready = heads(actions).filter(
    (action) =>
      action.status !== 'syncing' &&
      !isPermanentlyFailed(action) &&
      isDue(action, now) &&
      canSend(action.type),
  );
  return ready.sort(byPriorityThenAge).slice(0, limit);
}

/** How long a write that was never tried may be held, so that the reader can undo it. */
const maxHoldMs = 60_000;
/** The longest time that a write waits after an attempt (sender.ts, Retry-After). */
const maxPauseMs = 60 * 60_000;

/**
 * A last attempt in the future, or an end of the wait that is too far away, means that the clock was turned back since:
 * then the write is due.
 */
function isDue({ notBefore, lastAttempt }: StoredAction, now: number): boolean {
  if (notBefore <= now || (lastAttempt !== null && lastAttempt > now)) return true;
  return notBefore > now + (lastAttempt === null ? maxHoldMs : maxPauseMs);
}

function byPriorityThenAge(a: StoredAction, b: StoredAction): number {
  return a.priority === b.priority ? a.timestamp - b.timestamp : b.priority - a.priority;
}

/** When the next write becomes due, in milliseconds since 1970; null when none waits for its time. */
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
