import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/** Remotes that a developer's own machine serves in the place of the deployed ones: name to address. */
export type OverrideMap = Readonly<Record<string, string>>;

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
    const pairs = Object.entries(stored as Record<string, unknown>).flatMap(([name, address]) => {
      const sound = typeof address === 'string' && isRemote(name) ? loopbackAddress(address) : null;
      return sound === null ? [] : [[name, sound] as const];
    });
    return Object.fromEntries(pairs);
  } catch {
    return {};
  }
}

export function clearOverrides(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(storageKeys.overrides);
}

/**
 * Takes '?override=mf-name@http://127.0.0.1:4101/' out of an address and keeps it; more than one, and with those
 * that are kept already.
 * @returns the address without it, or null when there was none.
 */
export function takeOverrides(address: string, storage: Pick<Storage, 'getItem' | 'setItem'>): string | null {
  const url = new URL(address);
  const asked = url.searchParams.getAll('override');
  if (asked.length === 0) return null;
  const kept: Record<string, string> = { ...readOverrides(storage) };
  for (const each of asked) {
    const [name = '', ...rest] = each.split('@');
    const sound = loopbackAddress(rest.join('@'));
    if (sound !== null && isRemote(name)) kept[name] = sound;
  }
  storage.setItem(storageKeys.overrides, JSON.stringify(kept));
  url.searchParams.delete('override');
  return url.href;
}

const isRemote = (name: string) => /^mf-[a-z0-9-]{1,40}$/.test(name);
