import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';

const none: readonly never[] = [];

/** The items of a list; empty while it loads or after an error. */
export function itemsOf<T>(list: Loadable<{ items: T[] }>): readonly T[] {
  return list.status === 'ready' ? list.value.items : none;
}
