import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { addressOf } from '../common/basePath.ts';
import { type CheckedRegistry, published, type RegisteredRemote } from './checkRegistry.ts';
import { remoteContent } from './remoteContent.ts';

/**
 * Overrides of deployed remotes in this browser, by name: an address on the developer's machine, or a published version
 * ('1.2.0', 'previous', 'canary').
 */
type OverrideMap = Readonly<Record<string, string>>;

const versionName = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,59}$/;

/** Whether an override is a published version rather than an address. */
const isVersionName = (override: string): boolean => versionName.test(override);

/**
 * Only loopback addresses are allowed: otherwise a link could make the page of
 * a reader run foreign code.
 * @returns the address with a trailing slash; null when it is not loopback
 */
export function loopbackAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, origin, pathname, username, password } = new URL(text);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (!local || !/^https?:$/.test(protocol) || username || password) return null;
  return origin + (pathname.endsWith('/') ? pathname : `${pathname}/`);
}

/** The valid stored overrides. */
export function readOverrides(storage: Pick<Storage, 'getItem'>): OverrideMap {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKeys.overrides) ?? '{}');
    const pairs = Object.entries(stored as Record<string, unknown>).flatMap(([name, override]) => {
      const sound = typeof override === 'string' && isRemote(name) ? soundOverride(override) : null;
      return sound === null ? [] : [[name, sound] as const];
    });
    return Object.fromEntries(pairs);
  } catch {
    return {};
  }
}

const soundOverride = (text: string) => (isVersionName(text) ? text : loopbackAddress(text));

export function clearOverrides(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(storageKeys.overrides);
  storage.removeItem(storageKeys.remoteLink);
}

/** A mix of published versions signed by an administrator. The server validates it. */
interface RemoteLink {
  remotes: string;
  /** ISO 8601. */
  until: string;
  signature: string;
}

/** The last link opened in this browser; null when there is none or it has expired. */
export function readRemoteLink(storage: Pick<Storage, 'getItem'>, now = Date.now()): RemoteLink | null {
  try {
    const stored = JSON.parse(
      storage.getItem(storageKeys.remoteLink) ?? 'null',
    ) as Partial<RemoteLink> | null;
    const { remotes, until, signature } = stored ?? {};
    if (typeof remotes !== 'string' || typeof until !== 'string' || typeof signature !== 'string')
      return null;
    return Date.parse(until) > now ? { remotes, until, signature } : null;
  } catch {
    return null;
  }
}

/** The versions named by a link. */
export const versionsOfLink = ({ remotes }: RemoteLink): OverrideMap =>
  Object.fromEntries(
    remotes.split(',').flatMap((each) => {
      const [name = '', version = ''] = each.split('@');
      return isRemote(name) && isVersionName(version) ? [[name, version]] : [];
    }),
  );

/**
 * Removes '?override=mf-name@http://127.0.0.1:4101/' and '?remotes=mf-name@1.2.0,mf-other@previous' from an address and
 * stores them, in addition to those already stored. With '&until=…&signature=…' it is a link
 * signed by an administrator.
 * @returns the address without them, or null when there were none
 */
export function takeOverrides(address: string, storage: Pick<Storage, 'getItem' | 'setItem'>): string | null {
  const url = new URL(address);
  const addresses = url.searchParams.getAll('override');
  const versions = url.searchParams.getAll('remotes').flatMap((list) => list.split(','));
  if (addresses.length + versions.length === 0) return null;
  const signature = url.searchParams.get('signature');
  if (signature !== null) {
    const link: RemoteLink = {
      remotes: versions.join(','),
      until: url.searchParams.get('until') ?? '',
      signature,
    };
    storage.setItem(storageKeys.remoteLink, JSON.stringify(link));
    versions.length = 0;
  }
  const overrides: Record<string, string> = { ...readOverrides(storage) };
  const keep = (each: string, sound: (text: string) => string | null) => {
    const [name = '', ...rest] = each.split('@');
    const override = sound(rest.join('@'));
    if (override !== null && isRemote(name)) overrides[name] = override;
  };
  for (const each of addresses) keep(each, loopbackAddress);
  for (const each of versions) keep(each, (version) => (isVersionName(version) ? version : null));
  storage.setItem(storageKeys.overrides, JSON.stringify(overrides));
  url.searchParams.delete('override');
  for (const name of ['remotes', 'until', 'signature']) url.searchParams.delete(name);
  return url.href;
}

const isRemote = (name: string) => /^mf-[a-z0-9-]{1,40}$/.test(name);

const timeoutMs = 10_000;
/**
 * The registry with the overrides of this browser. A missing version fails like any remote, not
 * silently.
 */
export async function applyOverrides(
  overrides: OverrideMap,
  registry: CheckedRegistry,
): Promise<CheckedRegistry> {
  if (Object.keys(overrides).length === 0) return registry;
  const remotes = new Map(registry.remotes);
  const contents = new Map(registry.contents);
  const refused = [...registry.refused];
  const overridden: string[] = [];
  await Promise.all(
    Object.entries(overrides).map(async ([name, override]) => {
      const version = isVersionName(override)
        ? await publishedVersion(name, override, registry.remotes.get(name)).catch(() => null)
        : await ofThisMachine(name, override).catch(() => null);
      overridden.push(isVersionName(override) ? `${name}@${override}` : name);
      if (version) {
        remotes.set(name, { current: version, previous: null, canary: null });
        contents.set(name, version.content);
      } else {
        remotes.delete(name);
        refused.push(name);
      }
    }),
  );
  return { ...registry, remotes, refused, contents, overridden: overridden.sort() };
}

async function ofThisMachine(name: string, base: string) {
  const raw = await fetchDescription(base);
  const remote = published({ base, description: raw }, name);
  // A development build changes constantly, so it has no digests.
  return remote && { base, description: { ...remote.description, files: [] }, content: remoteContent(raw) };
}

/** '1.2.0' matches '1.2.0-3f2a9c'. */
const isVersion = (whole: string, named: string) => whole === named || whole.startsWith(`${named}-`);

/** A version in the registry, or any other published one by its full name. */
async function publishedVersion(name: string, version: string, entry: RegisteredRemote | undefined) {
  const { current = null, previous = null, canary = null } = entry ?? {};
  const byPlace = { current, previous, canary }[version];
  const registered =
    byPlace ??
    [current, canary, previous].find(
      (candidate) => candidate && isVersion(candidate.description.version, version),
    );
  const base = registered?.base ?? `/remotes/${name}/${version}/`;
  const raw = await fetchDescription(base, isFromServer);
  const remote = published({ base, description: raw }, name);
  return remote && { ...(registered ?? remote), content: remoteContent(raw) };
}

async function fetchDescription(base: string, isTrusted: (response: Response) => boolean = () => true) {
  const response = await fetch(addressOf(`${base}remote.json`), {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok || !isTrusted(response)) throw new Error(`${base} has no remote.json.`);
  return (await response.json()) as unknown;
}
