import type { User } from '@lectern/shared-contracts/api/auth.ts';
import type { HostPreferences } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable, type Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { parseJson } from '../../common/safeStorage.ts';

export interface PreferencePorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  user: Readable<User | null>;
  /** Source of `storage` events from other tabs. */
  events?: Pick<EventTarget, 'addEventListener'>;
}

/** Small values stored per reader in this browser, one storage entry each. */
export function createPreferences({ storage, user, events }: PreferencePorts): HostPreferences {
  const watched = new Map<string, { value: Writable<unknown>; initial: unknown }>();
  const keyOf = (name: string) => preferenceKey(user.get()?.id ?? 'visitor', name);
  const stored = (name: string, initial: unknown) => {
    const value = parseJson(storage.getItem(keyOf(name))) ?? initial;
    return isLike(value, initial) ? value : initial;
  };

  function open(name: string, initial: unknown): Writable<unknown> {
    const existing = watched.get(name);
    if (existing) return existing.value;
    const value = createWritable(stored(name, initial));
    watched.set(name, { value, initial });
    return value;
  }

  // Keep the same object while the stored text is the same: each parse creates a new one.
  function reload(name: string) {
    const preference = watched.get(name);
    if (!preference) return;
    const next = stored(name, preference.initial);
    if (JSON.stringify(next) !== JSON.stringify(preference.value.get())) preference.value.set(next);
  }

  const reloadAll = () => {
    for (const name of watched.keys()) reload(name);
  };
  user.subscribe(reloadAll);
  events?.addEventListener('storage', reloadAll);

  return {
    watch: <T>(name: string, initial: T) => open(name, initial) as Readable<unknown> as Readable<T>,
    set(name, value) {
      // Null stands for the initial value, as if nothing was stored.
      if (value === null) storage.removeItem(keyOf(name));
      else storage.setItem(keyOf(name), JSON.stringify(value));
      open(name, value).set(value);
    },
  };
}

/** Whether a stored value has the type of the initial one, also in lists and fields. */
function isLike(value: unknown, initial: unknown): boolean {
  // A null initial value accepts anything: the reader of the preference validates it.
  if (initial === null || initial === undefined) return true;
  if (Array.isArray(initial)) {
    const [sample] = initial;
    return Array.isArray(value) && value.every((item) => item !== null && isLike(item, sample));
  }
  if (typeof initial !== 'object') return typeof value === typeof initial;
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Storage key of a preference. @param who id of the reader, or 'visitor' */
export const preferenceKey = (who: string, name: string): string =>
  `${storageKeys.preferences}.${who}.${name}`;
