import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { fetchOrTake } from '../api/earlyFetch.ts';
import { type CheckedRegistry, checkRegistry, contentsOf, published } from './checkRegistry.ts';
import { registryAddress } from './earlyRegistry.ts';
import { type OverrideMap, readOverrides } from './overrides.ts';
import { type RemoteContents, remoteContent } from './remoteContent.ts';

export interface Registry {
  /**
   * The remotes in production. Asked once; a failure is asked again next time. Rejects when there is no copy either.
   */
  load(): Promise<CheckedRegistry>;
  /** What is known may be old: the next load asks anew. */
  expire(): void;
  /** What the remotes bring, as far as it is known: at first what the last visit knew. */
  contents: Readable<RemoteContents>;
  /** Settles once that is known, from the registry or else from what was published with the shell. Never rejects. */
  described(): Promise<void>;
}

const timeout = 10_000;
/** Published with the shell by its build: what the remotes of that build bring, for when the registry cannot be had. */
const contentsAddress = '/remote-contents.json';
/** With this header the server says that it allows overrides; its policy lets their code in, too. */
const overridesHeader = 'x-lectern-overrides';

/** @param storage keeps the last good copy, for a start without a network; and the overrides. */
export function createRegistry(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  fetcher: typeof fetch = fetchOrTake,
): Registry {
  let loading: Promise<CheckedRegistry> | null = null;
  const contents = createWritable<RemoteContents>(lastGood()?.contents ?? new Map());
  let shown = storage.getItem(storageKeys.registry);

  async function ask(): Promise<CheckedRegistry> {
    try {
      const response = await fetcher(registryAddress, {
        cache: 'no-cache',
        signal: AbortSignal.timeout(timeout),
      });
      if (!isFromServer(response)) throw new Error('The registry of remotes was not reached.');
      if (!response.ok) throw new Error(`The registry of remotes answered ${response.status}.`);
      const text = await response.text();
      const checked = checkRegistry(JSON.parse(text));
      if (checked === null) throw new Error('The registry of remotes is not as it should be.');
      keep(text);
      const overridden = response.headers?.get(overridesHeader) === 'allowed' ? readOverrides(storage) : {};
      const registry = await lay(overridden, checked);
      // The pages stay the same objects when nothing has changed.
      if (text !== shown || Object.keys(overridden).length > 0) contents.set(registry.contents);
      shown = text;
      return registry;
    } catch (error) {
      loading = null;
      const copy = lastGood();
      if (copy) return copy;
      throw error;
    }
  }

  /** Adds what the shell's build knew of remotes that do not say it themselves. */
  async function addKnownAtBuild(names: readonly string[] | null): Promise<void> {
    const response = await fetch(contentsAddress, { signal: AbortSignal.timeout(timeout) });
    if (!response.ok || !isFromServer(response)) return;
    const known = contentsOf(await response.json());
    const missing = [...known].filter(
      ([name]) => !contents.get().has(name) && (names === null || names.includes(name)),
    );
    if (missing.length > 0) contents.set(new Map([...contents.get(), ...missing]));
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

  function load(): Promise<CheckedRegistry> {
    loading ??= ask();
    return loading;
  }

  return {
    contents,
    load,
    expire() {
      loading = null;
    },
    async described() {
      const registry = await load().catch(() => null);
      const silent = registry && [...registry.remotes.keys()].filter((name) => !contents.get().has(name));
      if (silent === null || silent.length > 0) await addKnownAtBuild(silent).catch(() => undefined);
    },
  };
}

/**
 * The registry with the remotes of this machine in it. One that does not answer fails as a remote does, not in silence.
 */
async function lay(overrides: OverrideMap, registry: CheckedRegistry): Promise<CheckedRegistry> {
  if (Object.keys(overrides).length === 0) return registry;
  const remotes = new Map(registry.remotes);
  const contents = new Map(registry.contents);
  const refused = [...registry.refused];
  await Promise.all(
    Object.entries(overrides).map(async ([name, base]) => {
      const current = await describe(name, base).catch(() => null);
      if (current) {
        remotes.set(name, { current, previous: null, canary: null });
        contents.set(name, current.content);
      } else {
        remotes.delete(name);
        refused.push(name);
      }
    }),
  );
  return { remotes, refused, contents, overridden: Object.keys(overrides) };
}

async function describe(name: string, base: string) {
  const response = await fetch(`${base}remote.json`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeout),
  });
  const raw: unknown = await response.json();
  const found = published({ base, description: raw }, name);
  // A build that changes as one types has no digests to hold it to.
  return found && { base, description: { ...found.description, files: [] }, content: remoteContent(raw) };
}
