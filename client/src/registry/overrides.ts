import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/**
 * Overrides of deployed remotes in this browser, by name: an address on the developer's machine, a published version
 * ('1.2.0', 'previous', 'canary'), or a fault for testing ('fault:slow').
 */
export type OverrideMap = Readonly<Record<string, string>>;

const versionName = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,59}$/;

/**
 * 'slow': its code is delayed by ten seconds; 'failing': its files are missing; 'stale': the previous version runs;
 * 'contract': it was built for an unsupported contract.
 */
export const faultKinds = ['slow', 'failing', 'stale', 'contract'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The fault of an override; undefined when it is none. */
export const faultOf = (override: string | undefined): FaultKind | undefined =>
  faultKinds.find((kind) => override === `fault:${kind}`);

/** Whether an override is a published version rather than an address. */
export const isVersionName = (override: string): boolean => versionName.test(override);

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

const soundOverride = (text: string) => (isVersionName(text) || faultOf(text) ? text : loopbackAddress(text));

/** Sets or clears the fault of a remote. It takes effect at the next start of the app. */
export function writeFault(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  name: string,
  fault: FaultKind | null,
): void {
  const { [name]: _, ...others } = readOverrides(storage);
  const overrides = fault === null ? others : { ...others, [name]: `fault:${fault}` };
  storage.setItem(storageKeys.overrides, JSON.stringify(overrides));
}

export function clearOverrides(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(storageKeys.overrides);
  storage.removeItem(storageKeys.remoteLink);
}

/** A mix of published versions signed by an administrator. The server validates it. */
export interface RemoteLink {
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
