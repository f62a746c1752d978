import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';

const none: readonly never[] = [];

/** What a list holds as far as it is known: nothing while it loads or when it failed. */
export function itemsOf<T>(list: Loadable<{ items: T[] }>): readonly T[] {
  return list.status === 'ready' ? list.value.items : none;
}
