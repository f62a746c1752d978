import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { registryAddress, takeEarly } from './askEarly.ts';
import { type CheckedRegistry, checkRegistry, published } from './checkRegistry.ts';
import { type OverrideMap, readOverrides } from './overrides.ts';

export interface Registry {
  /** The remotes in production. Asked once; a failure is asked again next time. Rejects when there is no copy either. */
  load(): Promise<CheckedRegistry>;
  /** What is known may be old: the next load asks anew. */
  expire(): void;
}

const timeout = 10_000;
/** With this header the server says that it allows overrides; its policy lets their code in, too. */
const overridesHeader = 'x-lectern-overrides';

/** @param storage keeps the last good copy, for a start without a network; and the overrides. */
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
      if (!isFromServer(response)) throw new Error('The registry of remotes was not reached.');
      if (!response.ok) throw new Error(`The registry of remotes answered ${response.status}.`);
      const text = await response.text();
      const registry = checkRegistry(JSON.parse(text));
      if (registry === null) throw new Error('The registry of remotes is not as it should be.');
      keep(text);
      const allowed = response.headers?.get(overridesHeader) === 'allowed';
      return allowed ? await lay(readOverrides(storage), registry) : registry;
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
    expire() {
      loading = null;
    },
  };
}

/** The registry with the remotes of this machine in it. One that does not answer fails as a remote does, not in silence. */
async function lay(overrides: OverrideMap, registry: CheckedRegistry): Promise<CheckedRegistry> {
  const remotes = new Map(registry.remotes);
  const refused = [...registry.refused];
  await Promise.all(
    Object.entries(overrides).map(async ([name, base]) => {
      const current = await describe(name, base).catch(() => null);
      if (current) remotes.set(name, { current, previous: null, canary: null });
      else {
        remotes.delete(name);
        refused.push(name);
      }
    }),
  );
  return { remotes, refused, overridden: Object.keys(overrides) };
}

async function describe(name: string, base: string) {
  const response = await fetch(`${base}remote.json`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeout),
  });
  const found = published({ base, description: await response.json() }, name);
  // A build that changes as one types has no digests to hold it to.
  return found && { base, description: { ...found.description, files: [] } };
}
