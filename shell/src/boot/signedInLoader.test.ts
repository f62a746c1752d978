/** @jest-environment node */

import type { AuthState } from '@lectern/client/auth/authStore.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { createSignedInLoader } from './signedInLoader.ts';

const state = (status: AuthState['status']): AuthState => ({
  status,
  token: null,
  user: status === 'signed-in' ? testUser : null,
});

describe('the loader of signed-in services', () => {
  function setUp() {
    const log: string[] = [];
    const auth = createWritable(state('verifying'));
    const create = () => {
      log.push('load');
      return new Promise<never>(() => {});
    };
    createSignedInLoader(create, Promise.resolve()).follow(auth, () => log.push('sign-in'));
    return { log, auth };
  }

  it('[F-27] announces a sign-in on this page before anything is loaded', () => {
    const { log, auth } = setUp();
    auth.set(state('visitor'));
    expect(log).toEqual([]);
    auth.set(state('signed-in'));
    expect(log).toEqual(['sign-in', 'load']);
  });

  it('loads for a reader who was signed in before, without a sign-in', () => {
    const { log, auth } = setUp();
    auth.set(state('signed-in'));
    expect(log).toEqual(['load']);
  });
});
