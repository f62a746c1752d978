import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/**
 * What takes the place of deployed remotes in this browser, by name: an address of a developer's own machine, or a
 * published version ('1.2.0', 'previous', 'canary').
 */
export type OverrideMap = Readonly<Record<string, string>>;

const versionName = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,59}$/;

/** Whether an override names a published version, and not an address. */
export const isVersionName = (override: string): boolean => versionName.test(override);

/**
 * Only this machine may stand in for a remote: whoever can make a reader follow a link could otherwise bring code of
 * theirs into the page.
 * @returns the address with a slash at its end; null when it is not of the loopback.
 */
export function loopbackAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, origin, pathname, username, password } = new URL(text);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (!local || !/^https?:$/.test(protocol) || username || password) return null;
  return origin + (pathname.endsWith('/') ? pathname : `${pathname}/`);
}

/** What is stored, as far as it is sound. */
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

/** A mix of published versions that an administrator has signed. The server says whether it is valid. */
export interface RemoteLink {
  remotes: string;
  /** ISO 8601. */
  until: string;
  signature: string;
}

/** The link that was opened in this browser last; null when there is none, or when its time is over. */
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

/** The versions that a link names. */
export const versionsOfLink = ({ remotes }: RemoteLink): OverrideMap =>
  Object.fromEntries(
    remotes.split(',').flatMap((each) => {
      const [name = '', version = ''] = each.split('@');
      return isRemote(name) && isVersionName(version) ? [[name, version]] : [];
    }),
  );

/**
 * Takes '?override=mf-name@http://127.0.0.1:4101/' and '?remotes=mf-name@1.2.0,mf-other@previous' out of an address and
 * keeps what they name; more than one, and with those that are kept already. With '&until=…&signature=…' it is a link
 * that an administrator has signed.
 * @returns the address without them, or null when there were none.
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
  const kept: Record<string, string> = { ...readOverrides(storage) };
  const keep = (each: string, sound: (text: string) => string | null) => {
    const [name = '', ...rest] = each.split('@');
    const override = sound(rest.join('@'));
    if (override !== null && isRemote(name)) kept[name] = override;
  };
  for (const each of addresses) keep(each, loopbackAddress);
  for (const each of versions) keep(each, (version) => (isVersionName(version) ? version : null));
  storage.setItem(storageKeys.overrides, JSON.stringify(kept));
  url.searchParams.delete('override');
  for (const name of ['remotes', 'until', 'signature']) url.searchParams.delete(name);
  return url.href;
}

const isRemote = (name: string) => /^mf-[a-z0-9-]{1,40}$/.test(name);
