/**
 * Runs `task` while no other tab refreshes: the refresh cookie is used up by being used. Without Web Locks (an old
 * browser) the server's grace for repeated requests has to do.
 */
export function withRefreshLock<T>(
  task: () => Promise<T>,
  locks: LockManager | undefined = navigator.locks,
): Promise<T> {
  return locks ? (locks.request('lectern-refresh', task) as Promise<T>) : task();
}
