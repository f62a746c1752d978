import type { HostError } from './hostError.ts';

/** State of a read. `ready` with `stale: true` is shown while it is refetched. */
export type Loadable<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T; stale: boolean }
  | { status: 'error'; error: HostError };
