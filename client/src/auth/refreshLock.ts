/**
 * Runs `task` while no other tab refreshes, since a refresh cookie can be used only once. Without Web Locks (old
 * browsers) the server's grace period for repeated requests must suffice.
 */
export function withRefreshLock<T>(
  task: () => Promise<T>,
  locks: LockManager | undefined = navigator.locks,
): Promise<T> {
  return locks ? (locks.request('lectern-refresh', task) as Promise<T>) : task();
}
