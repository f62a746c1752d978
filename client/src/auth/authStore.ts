import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

export type AuthStatus = 'verifying' | 'visitor' | 'signed-in';

export interface AuthState {
  status: AuthStatus;
  user: User | null;
  token: string | null;
}

export type AuthStore = StoreApi<AuthState>;

/** The current auth state. Only `session.ts` and `sessionEnd.ts` write to it. */
export function createAuthStore(): AuthStore {
  return createStore<AuthState>(() => ({ status: 'verifying', user: null, token: null }));
}
