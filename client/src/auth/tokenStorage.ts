import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { parseJson } from '../common/safeStorage.ts';

export interface StoredSignIn {
  token: string;
  /** Null when the stored value cannot be read. */
  user: User | null;
}

/** Stores the token and the reader for the next visit. */
export type TokenStorage = ReturnType<typeof createTokenStorage>;

/** @param local outlives the browser session @param session ends with the tab */
export function createTokenStorage(local: Storage, session: Storage) {
  const staySignedIn = () => local.getItem(storageKeys.staySignedIn) !== 'false';

  function read(): StoredSignIn | null {
    for (const storage of [session, local]) {
      const token = storage.getItem(storageKeys.token);
      if (token) return { token, user: parseUser(storage.getItem(storageKeys.user)) };
    }
    return null;
  }

  function clear() {
    for (const storage of [session, local]) {
      storage.removeItem(storageKeys.token);
      storage.removeItem(storageKeys.user);
    }
  }

  function write(token: string, user: User) {
    const [storage, other] = staySignedIn() ? [local, session] : [session, local];
    other.removeItem(storageKeys.token);
    other.removeItem(storageKeys.user);
    // The reader first: other tabs listen for the token and then read the reader.
    storage.setItem(storageKeys.user, JSON.stringify(user));
    storage.setItem(storageKeys.token, token);
  }

  return {
    read,
    write,
    clear,
    /** True by default: the session outlives the tab. */
    staySignedIn,
    setStaySignedIn(stay: boolean) {
      const stored = read();
      local.setItem(storageKeys.staySignedIn, String(stay));
      if (stored?.user) write(stored.token, stored.user);
    },
  };
}

function parseUser(text: string | null): User | null {
  const value = parseJson(text) as Partial<User> | null;
  if (typeof value?.id !== 'string' || typeof value.name !== 'string') return null;
  return {
    id: value.id,
    name: value.name,
    email: typeof value.email === 'string' ? value.email : '',
    avatar: typeof value.avatar === 'string' ? value.avatar : null,
    roles: Array.isArray(value.roles) ? value.roles.filter((role) => typeof role === 'string') : [],
  };
}
