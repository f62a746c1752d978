import { apiHeader, isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { fetchOrReuseEarly } from '../api/earlyFetch.ts';
import { addressOf } from '../common/basePath.ts';
import { keptRegistryHeader } from '../offline/books/remoteCaches.ts';
import { applyOverrides } from './applyOverrides.ts';
import { type CheckedRegistry, checkRegistry, contentsOf } from './checkRegistry.ts';
import { registryAddress } from './entryAddress.ts';
import { applyFaults, readFaults } from './faultInjection.ts';
import { readOverrides, readRemoteLink, versionsOfLink } from './overrides.ts';
import { isSignedRegistry, remotesPublicKey } from './registrySignature.ts';
import type { RemoteContents } from './remoteContent.ts';

export interface Registry {
  /**
   * The remotes in production. Requested once; a failure is not cached. Rejects when there is no stored copy either.
   */
  load(): Promise<CheckedRegistry>;
  /** Marks the registry as stale: the next load requests it again. */
  expire(): void;
  /** Content of the remotes; initially that of the last visit. */
  contents: Readable<RemoteContents>;
  /** Settles once it is known, from the registry or else from the copy built into the shell. Never rejects. */
  described(): Promise<void>;
}

const timeout = 10_000;
/** Copy of the content built into the shell, used when the registry cannot be loaded. */
const contentsAddress = addressOf('/remote-contents.json');
/**
 * Response header in which the server allows overrides ('allowed'; its policy allows their code, too), or confirms that
 * the link in the request's address was signed by an administrator ('signed').
 */
const overridesHeader = 'x-lectern-overrides';

/**
 * @param storage holds the last valid copy, for an offline start, and the overrides
 * @param readerId id of the reader, for canary versions
 * @param publicKey of the operator: an unsigned registry is refused; empty when there is none
 */
export function createRegistry(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  fetcher: typeof fetch = fetchOrReuseEarly,
  publicKey: string = remotesPublicKey,
  readerId: () => string | null = () => null,
): Registry {
  let loading: Promise<CheckedRegistry> | null = null;
  const contents = createWritable<RemoteContents>(
    checkRegistry(storedCopy(), readerId())?.contents ?? new Map(),
  );
  let shownText = storage.getItem(storageKeys.registry);

  /** The registry of the server; the stored copy when it cannot be fetched or is refused. */
  async function fetchOrRestore(): Promise<CheckedRegistry> {
    try {
      return await fetchRegistry();
    } catch (error) {
      loading = null;
      const copy = await verified(storedCopy());
      if (copy) return copy;
      throw error;
    }
  }

  async function fetchRegistry(): Promise<CheckedRegistry> {
    const link = readRemoteLink(storage);
    const { text, headers } = await fetchText(link);
    const isKept = headers.has(keptRegistryHeader);
    const checked = await verified(isKept ? withLastSeen(JSON.parse(text)) : JSON.parse(text));
    if (checked === null) throw new Error('The registry of remotes is not as it should be.');
    if (!isKept) storeCopy(text);
    const overrides = headers.get(overridesHeader);
    checked.api = headers.get(apiHeader);
    checked.allowsOverrides = overrides === 'allowed';
    const overridden = {
      ...(link && (overrides === 'signed' || checked.allowsOverrides) ? versionsOfLink(link) : {}),
      ...(checked.allowsOverrides ? readOverrides(storage) : {}),
    };
    const faults = checked.allowsOverrides ? readFaults(storage) : {};
    const registry = applyFaults(faults, await applyOverrides(overridden, checked));
    // Keep the same objects when nothing has changed.
    if (text !== shownText || Object.keys(overridden).length > 0) contents.set(registry.contents);
    shownText = text;
    return registry;
  }

  async function fetchText(
    link: ReturnType<typeof readRemoteLink>,
  ): Promise<{ text: string; headers: Headers }> {
    const address = link ? `${registryAddress}?${new URLSearchParams({ ...link })}` : registryAddress;
    const response = await fetcher(address, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(timeout),
    });
    if (!isFromServer(response)) throw new Error('The registry of remotes was not reached.');
    if (!response.ok) throw new Error(`The registry of remotes answered ${response.status}.`);
    return { text: await response.text(), headers: response.headers };
  }

  /**
   * Adds remotes of the last visit that the service worker has not cached yet: offline, their pages say that they
   * cannot be loaded, instead of being unknown.
   */
  function withLastSeen(cached: RemoteRegistry): unknown {
    return { remotes: { ...(storedCopy() as RemoteRegistry | null)?.remotes, ...cached.remotes } };
  }

  /** Null when it is not a registry. Rejects when the operator's signature is missing or invalid. */
  async function verified(raw: unknown): Promise<CheckedRegistry | null> {
    if (raw !== null && publicKey !== '' && !(await isSignedRegistry(raw, publicKey)))
      throw new Error('The registry of remotes is not signed by the operator: no remote is loaded from it.');
    return checkRegistry(raw, readerId());
  }

  /** Adds the content built into the shell for remotes that do not describe theirs. */
  async function addKnownAtBuild(names: readonly string[] | null): Promise<void> {
    const response = await fetch(contentsAddress, { signal: AbortSignal.timeout(timeout) });
    if (!response.ok || !isFromServer(response)) return;
    const builtIn = contentsOf(await response.json());
    const missing = [...builtIn].filter(
      ([name]) => !contents.get().has(name) && (names === null || names.includes(name)),
    );
    if (missing.length > 0) contents.set(new Map([...contents.get(), ...missing]));
  }

  function storeCopy(text: string) {
    try {
      storage.setItem(storageKeys.registry, text);
    } catch {
      // Without space for a copy the next start needs the network; this one works.
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
    loading ??= fetchOrRestore();
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
