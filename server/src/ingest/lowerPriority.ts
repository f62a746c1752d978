import { setPriority } from 'node:os';

/**
 * Lets the threads that answer readers go before the thread that calls this. Only Linux counts priorities by thread; elsewhere
 * it would be that of the whole process, so nothing is done.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, 10);
}
