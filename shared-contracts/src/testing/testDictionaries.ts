import type { Dictionary, HostDictionaries } from '../contract/hostDictionaries.ts';
import { createWritable } from '../contract/readable.ts';

/** No dictionaries, unless the test overrides this part of the Host. */
export function createTestDictionaries(all: readonly Dictionary[] = []): HostDictionaries {
  const list = createWritable<readonly Dictionary[]>(all);
  return {
    all: list,
    load: async () => undefined,
    download: async (id) =>
      list.set(
        list.get().map((one) => (one.id === id ? { ...one, state: 'ready', entries: 1, bytes: 1 } : one)),
      ),
    add: async () => [],
    remove: async (id) => list.set(list.get().filter((one) => one.id !== id)),
    order: (ids) => list.set(list.get().toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))),
    lookUp: async () => [],
  };
}
