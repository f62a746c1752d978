import { fetchOrTake } from '@lectern/client/api/earlyFetch.ts';
import { addressOf } from '@lectern/client/common/basePath.ts';
import { keptRegistryHeader } from '@lectern/client/offline/books/remoteCaches.ts';
import { apiHeader, isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { applyOverrides } from './applyOverrides.ts';
import { type CheckedRegistry, checkRegistry, contentsOf } from './checkRegistry.ts';
import { registryAddress } from './entryAddress.ts';
import { applyFaults, readFaults } from './faultInjection.ts';
import { readOverrides, readRemoteLink, versionsOfLink } from './overrides.ts';
import { isSignedRegistry, remotesPublicKey } from './registrySignature.ts';
import type { RemoteContents } from './remoteContent.ts';

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
const contentsAddress = addressOf('/remote-contents.json');
/**
 * With this header the server says that it allows overrides ('allowed'; its policy lets their code in, too), or that
 * the link in the address of the request was signed by an administrator ('signed').
 */
const overridesHeader = 'x-lectern-overrides';

/**
 * @param storage keeps the last good copy, for a start without a network; and the overrides.
 * @param who id of the reader, for versions that only a share of the readers gets.
 * @param publicKey of the operator: nothing is taken that is not signed with it; empty when there is none.
 */
export function createRegistry(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  fetcher: typeof fetch = fetchOrTake,
  publicKey: string = remotesPublicKey,
  who: () => string | null = () => null,
): Registry {
  let loading: Promise<CheckedRegistry> | null = null;
  const contents = createWritable<RemoteContents>(checkRegistry(storedCopy(), who())?.contents ?? new Map());
  let shown = storage.getItem(storageKeys.registry);

  async function ask(): Promise<CheckedRegistry> {
    try {
      const link = readRemoteLink(storage);
      const asked = link ? `${registryAddress}?${new URLSearchParams({ ...link })}` : registryAddress;
      const response = await fetcher(asked, {
        cache: 'no-cache',
        signal: AbortSignal.timeout(timeout),
      });
      if (!isFromServer(response)) throw new Error('The registry of remotes was not reached.');
      if (!response.ok) throw new Error(`The registry of remotes answered ${response.status}.`);
      const text = await response.text();
      const isKept = response.headers.has(keptRegistryHeader);
      const checked = await verified(isKept ? withLastSeen(JSON.parse(text)) : JSON.parse(text));
      if (checked === null) throw new Error('The registry of remotes is not as it should be.');
      checked.api = response.headers.get(apiHeader);
      if (!isKept) keep(text);
      const allowed = response.headers.get(overridesHeader);
      checked.allowsOverrides = allowed === 'allowed';
      const overridden = {
        ...(link && (allowed === 'signed' || allowed === 'allowed') ? versionsOfLink(link) : {}),
        ...(checked.allowsOverrides ? readOverrides(storage) : {}),
      };
      const faults = checked.allowsOverrides ? readFaults(storage) : {};
      const registry = applyFaults(faults, await applyOverrides(overridden, checked));
      // The pages stay the same objects when nothing has changed.
      if (text !== shown || Object.keys(overridden).length > 0) contents.set(registry.contents);
      shown = text;
      return registry;
    } catch (error) {
      loading = null;
      const copy = await verified(storedCopy());
      if (copy) return copy;
      throw error;
    }
  }

  /**
   * What the worker has not kept yet is known from the last visit: without a network its pages say that they cannot be
   * loaded, instead of being unknown.
   */
  function withLastSeen(kept: RemoteRegistry): unknown {
    return { remotes: { ...(storedCopy() as RemoteRegistry | null)?.remotes, ...kept.remotes } };
  }

  /** Null when it is no registry. Rejects when the operator's signature is missing or wrong. */
  async function verified(raw: unknown): Promise<CheckedRegistry | null> {
    if (raw !== null && publicKey !== '' && !(await isSignedRegistry(raw, publicKey)))
      throw new Error('The registry of remotes is not signed by the operator: no remote is loaded from it.');
    return checkRegistry(raw, who());
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

  function storedCopy(): unknown {
    try {
      return JSON.parse(storage.getItem(storageKeys.registry) ?? 'null');
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
