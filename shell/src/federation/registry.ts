import { storageKeys } from '@lectern/shared-contracts/storageKeys.ts';
import { registryAddress, takeEarly } from './askEarly.ts';
import { type CheckedRegistry, checkRegistry } from './checkRegistry.ts';

export interface Registry {
  /** The remotes in production. Asked once; a failure is asked again next time. Rejects when there is no copy either. */
  load(): Promise<CheckedRegistry>;
}

const timeout = 10_000;

/** @param storage keeps the last good copy, for a start without a network. */
export function createRegistry(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  fetcher: typeof fetch = (...args) => takeEarly() ?? fetch(...args),
): Registry {
  let loading: Promise<CheckedRegistry> | null = null;

  async function ask(): Promise<CheckedRegistry> {
    try {
      const response = await fetcher(registryAddress, {
        cache: 'no-cache',
        signal: AbortSignal.timeout(timeout),
      });
      if (!response.ok) throw new Error(`The registry of remotes answered ${response.status}.`);
      const text = await response.text();
      const registry = checkRegistry(JSON.parse(text));
      if (registry === null) throw new Error('The registry of remotes is not as it should be.');
      keep(text);
      return registry;
    } catch (error) {
      loading = null;
      const copy = lastGood();
      if (copy) return copy;
      throw error;
    }
  }

  function keep(text: string) {
    try {
      storage.setItem(storageKeys.registry, text);
    } catch {
      // Without room for a copy the app needs the network to start: no reason not to start now.
    }
  }

  function lastGood(): CheckedRegistry | null {
    try {
      return checkRegistry(JSON.parse(storage.getItem(storageKeys.registry) ?? 'null'));
    } catch {
      return null;
    }
  }

  return {
    load() {
      loading ??= ask();
      return loading;
    },
  };
}
