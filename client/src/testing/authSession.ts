import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import type { AuthApi } from '../auth/authApi.ts';
import { authTexts } from '../auth/authErrors.ts';
import { type AuthSession, createAuthSession, type SessionPorts } from '../auth/session.ts';
import { createTokenStorage } from '../auth/tokenStorage.ts';
import { ApiError } from '../common/hostError.ts';
import { safeStorage } from '../common/safeStorage.ts';
import { tokenFor } from './tokens.ts';

export const now = Date.parse('2026-01-01T12:00:00Z');
/** A valid access token, and an expired one. */
export const fresh = tokenFor(now + 900_000);
export const old = tokenFor(now - 900_000, 'old');
export const refused = new ApiError('No', 401, '');
export const unreachable = new ApiError(authTexts.network, 0, '');

/** A new storage. */
export const memory = () =>
  safeStorage(() => {
    throw new Error('in memory');
  });

/** An auth session with its storages. The server accepts everything unless `api` overrides it. */
export function setUpSession(
  api: Partial<AuthApi> = {},
  stored?: { token: string; user?: string },
  ports: Partial<SessionPorts> = {},
) {
  const local = memory();
  const session = memory();
  if (stored) {
    local.setItem(storageKeys.token, stored.token);
    local.setItem(storageKeys.user, stored.user ?? JSON.stringify(testUser));
  }
  const left: string[] = [];
  const notices: string[] = [];
  const otherTabs = new EventTarget();
  const auth = createAuthSession({
    api: {
      login: async () => ({ token: fresh, user: testUser }),
      register: async () => ({ token: fresh, user: testUser }),
      refresh: async () => ({ token: fresh, user: testUser }),
      logout: async () => undefined,
      ...api,
    },
    storage: createTokenStorage(local, session),
    leave: (to) => left.push(to),
    setSignInNotice: (text) => notices.push(text),
    now: () => now,
    events: otherTabs as Window,
    ...ports,
  });
  return { auth, local, session, left, notices, otherTabs };
}

export const status = (auth: AuthSession) => auth.state.get().status;
