import { apiHeader, isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { fetchOrReuseEarly } from '../api/earlyFetch.ts';
import { addressOf } from '../common/basePath.ts';
import { fetchUntilSilent } from '../common/fetchUntilSilent.ts';
import { parseJson } from '../common/safeStorage.ts';
import { keptRegistryHeader } from '../offline/books/remoteCaches.ts';
import { type CheckedRegistry, checkRegistry, contentsOf } from './checkRegistry.ts';
import { registryAddress } from './entryFiles.ts';
import { applyOverrides, readOverrides, readRemoteLink, versionsOfLink } from './overrides.ts';
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
  /** Settles once `contents` are known, from the registry or else as built into the shell. Never rejects. */
  described(): Promise<void>;
}

/** Milliseconds. */
const silenceMs = 10_000;
/** The content built into the shell, used when the registry cannot be loaded. */
const contentsAddress = addressOf('/remote-contents.json');
/**
 * Response header in which the server allows overrides ('allowed'; its policy allows their code, too), or confirms that
 * the link in the request's address was signed by an administrator ('signed').
 */
const overridesHeader = 'x-lectern-overrides';

interface RegistryPorts {
  /** Holds the last valid copy, for an offline start, and the overrides. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  fetch?: typeof fetch;
  /** Of the operator: an unsigned registry is refused; empty when there is none. */
  publicKey?: string;
  /** Id of the reader, for canary versions. */
  readerId?(): string | null;
}

export function createRegistry(ports: RegistryPorts): Registry {
  const { storage, fetch: send = fetchOrReuseEarly } = ports;
  const { publicKey = remotesPublicKey, readerId = () => null } = ports;
  let loading: Promise<CheckedRegistry> | null = null;
  const contents = createWritable<RemoteContents>(
    checkRegistry(storedCopy(storage), readerId())?.contents ?? new Map(),
  );
  let shownText = storage.getItem(storageKeys.registry);

  /** The registry of the server; the stored copy when it cannot be fetched or is refused. */
  async function fetchOrRestore(): Promise<CheckedRegistry> {
    try {
      return await fetchRegistry();
    } catch (error) {
      loading = null;
      const copy = await verified(storedCopy(storage));
      if (copy) return copy;
      throw error;
    }
  }

  async function fetchRegistry(): Promise<CheckedRegistry> {
    const link = readRemoteLink(storage);
    const { text, headers } = await fetchText(link, send);
    const isKept = headers.has(keptRegistryHeader);
    const checked = await verified(isKept ? withLastSeen(JSON.parse(text)) : JSON.parse(text));
    if (checked === null) throw new Error('The registry of remotes (/remotes.json) is not valid.');
    if (!isKept) storeCopy(storage, text);
    const overrides = headers.get(overridesHeader);
    checked.api = headers.get(apiHeader);
    checked.allowsOverrides = overrides === 'allowed';
    const overridden = {
      ...(link && (overrides === 'signed' || checked.allowsOverrides) ? versionsOfLink(link) : {}),
      ...(checked.allowsOverrides ? readOverrides(storage) : {}),
    };
    const registry = await applyOverrides(overridden, checked);
    // Keep the same objects when nothing has changed.
    if (text !== shownText || Object.keys(overridden).length > 0) contents.set(registry.contents);
    shownText = text;
    return registry;
  }

  /**
   * Adds remotes of the last visit that the service worker has not cached yet: offline, their pages say that they
   * cannot be loaded, instead of being unknown.
   */
  function withLastSeen(cached: RemoteRegistry): unknown {
    return { remotes: { ...(storedCopy(storage) as RemoteRegistry | null)?.remotes, ...cached.remotes } };
  }

  /** Null when it is not a registry. Rejects when the operator's signature is missing or invalid. */
  async function verified(raw: unknown): Promise<CheckedRegistry | null> {
    if (raw !== null && publicKey !== '' && !(await isSignedRegistry(raw, publicKey)))
      throw new Error('The registry of remotes is not signed by the operator: no remote is loaded from it.');
    return checkRegistry(raw, readerId());
  }

  /** Adds the content built into the shell. */
  async function addBuiltIn(): Promise<void> {
    const missing = [...(await builtInContents())].filter(([name]) => !contents.get().has(name));
    if (missing.length > 0) contents.set(new Map([...contents.get(), ...missing]));
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
      await load().catch(() => addBuiltIn().catch(() => undefined));
    },
  };
}

async function fetchText(
  link: ReturnType<typeof readRemoteLink>,
  send: typeof fetch,
): Promise<{ text: string; headers: Headers }> {
  const address = link ? `${registryAddress}?${new URLSearchParams({ ...link })}` : registryAddress;
  const response = await fetchUntilSilent(address, { cache: 'no-cache' }, { silenceMs, send });
  if (!isFromServer(response)) throw new Error('The registry of remotes was not reached.');
  if (!response.ok) throw new Error(`The registry of remotes answered ${response.status}.`);
  return { text: await response.text(), headers: response.headers };
}

async function builtInContents(): Promise<RemoteContents> {
  const response = await fetchUntilSilent(contentsAddress, {}, { silenceMs });
  return response.ok && isFromServer(response) ? contentsOf(await response.json()) : new Map();
}

function storeCopy(storage: RegistryPorts['storage'], text: string): void {
  try {
    storage.setItem(storageKeys.registry, text);
  } catch {
    // Without space for a copy the next start needs the network; this one works.
  }
}

/** The registry of the last visit, not verified; null when there is none. */
function storedCopy(storage: RegistryPorts['storage']): unknown {
  return parseJson(storage.getItem(storageKeys.registry));
}
