import { setImmediate } from 'node:timers/promises';
import { locks } from 'node:worker_threads';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { ApiError } from '../common/hostError.ts';
import {
  fresh,
  memory,
  now,
  old,
  refused,
  setUpSession as setUp,
  status,
  unreachable,
} from '../testing/authSession.ts';
import { tokenFor } from '../testing/tokens.ts';
import { authTexts } from './authErrors.ts';
import { createTokenStorage } from './tokenStorage.ts';

describe('starting a session', () => {
  it('without stored data is a visitor', async () => {
    const { auth } = setUp();
    expect(status(auth)).toBe('verifying');
    await auth.start();
    expect(status(auth)).toBe('visitor');
  });

  it('after a provider sign-in uses the cookie and ignores stored data', async () => {
    const { auth } = setUp({ refresh: async () => ({ token: fresh, user: testUser }) }, { token: old });
    await auth.start(true);
    expect(status(auth)).toBe('signed-in');
    expect(auth.getToken()).toBe(fresh);
  });

  it.each([
    [refused, authTexts.login],
    [unreachable, authTexts.network],
  ])('after a provider sign-in without a cookie shows an error: %s', async (error, text) => {
    const { auth, notices, local } = setUp({ refresh: () => Promise.reject(error) }, { token: fresh });
    await auth.start(true);
    expect(status(auth)).toBe('visitor');
    expect(notices).toEqual([text]);
    expect(local.getItem(storageKeys.token)).toBeNull();
  });

  it('accepts a valid token without a request', async () => {
    const refresh = jest.fn();
    const { auth } = setUp({ refresh }, { token: fresh });
    await auth.start();
    expect(status(auth)).toBe('signed-in');
    expect(auth.user.get()).toEqual(testUser);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('refreshes an expired token', async () => {
    const { auth, local } = setUp({}, { token: old });
    await auth.start();
    expect(auth.getToken()).toBe(fresh);
    expect(local.getItem(storageKeys.token)).toBe(fresh);
  });

  it.each([
    ['expired', old],
    ['malformed', 'rubbish'],
  ])(
    '[LG-07] a token that is %s is removed with the stored reader, and the page reloads, when the refresh is rejected',
    async (_, token) => {
      const { auth, local, left, notices } = setUp({ refresh: () => Promise.reject(refused) }, { token });
      await auth.start();
      expect(local.getItem(storageKeys.token)).toBeNull();
      expect(local.getItem(storageKeys.user)).toBeNull();
      expect(left).toEqual(['here']);
      expect(notices).toEqual(['Your session has expired. Please log in again.']);
      expect(status(auth)).toBe('verifying');
    },
  );

  it('opens the offline library without a network, whatever the token’s age', async () => {
    const { auth, local, left } = setUp({ refresh: () => Promise.reject(unreachable) }, { token: old });
    await auth.start();
    expect(status(auth)).toBe('signed-in');
    expect(local.getItem(storageKeys.token)).toBe(old);
    expect(left).toEqual([]);
  });

  it('does not wait for an unresponsive server, and handles a late rejection', async () => {
    jest.useFakeTimers();
    let refuseLate = () => {};
    const late = new Promise<never>((_, reject) => {
      refuseLate = () => reject(refused);
    });
    const { auth, left } = setUp({ refresh: () => late }, { token: old });
    const started = auth.start();
    await jest.advanceTimersByTimeAsync(3_000);
    await started;
    expect(status(auth)).toBe('signed-in');
    refuseLate();
    await jest.advanceTimersByTimeAsync(0);
    expect(status(auth)).toBe('verifying');
    expect(left).toEqual(['here']);
    jest.useRealTimers();
  });
});

describe('refreshing', () => {
  it('[LG-06] makes one request for all concurrent callers', async () => {
    const refresh = jest.fn(async () => ({ token: fresh, user: testUser }));
    const { auth } = setUp({ refresh }, { token: tokenFor(now + 1_000, 'before') });
    await auth.start();
    expect(await Promise.all([auth.refresh(), auth.refresh(), auth.refresh()])).toEqual([true, true, true]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('uses the token that another tab has refreshed meanwhile', async () => {
    const refresh = jest.fn(() => Promise.reject(refused));
    const { auth, local } = setUp({ refresh }, { token: tokenFor(now + 1_000, 'before') });
    await auth.start();
    local.setItem(storageKeys.token, fresh);
    expect(await auth.refresh()).toBe(true);
    expect(auth.getToken()).toBe(fresh);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('[LG-06] a rejected refresh clears the session and shows a notice', async () => {
    const { auth, local, notices } = setUp({ refresh: () => Promise.reject(refused) }, { token: fresh });
    await auth.start();
    expect(await auth.refresh()).toBe(false);
    auth.sessionExpired();
    expect(local.getItem(storageKeys.token)).toBeNull();
    expect(notices).toEqual([authTexts.expired]);
  });

  it('[F-06] after a rejected refresh, later responses do not refresh again, whether or not the session has ended', async () => {
    const refresh = jest.fn(() => Promise.reject(refused));
    const { auth } = setUp({ refresh }, { token: fresh });
    await auth.start();
    await auth.refresh();
    expect(await auth.refresh()).toBe(false);
    auth.sessionExpired();
    expect(await auth.refresh()).toBe(false);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it.each([429, 500, 502, 503])('[M-07] status %d clears nothing', async (code) => {
    const { auth, local, left } = setUp(
      { refresh: () => Promise.reject(new ApiError('No', code, '')) },
      { token: old },
    );
    await auth.start();
    expect(await auth.refresh()).toBe(false);
    auth.sessionExpired();
    expect([local.getItem(storageKeys.token), status(auth), left]).toEqual([old, 'signed-in', []]);
  });

  it('[M-06] makes one request from two tabs at once, since the refresh cookie can be used only once', async () => {
    const before = tokenFor(now + 1_000, 'before');
    const server = { cookie: 'unused', asked: 0 };
    const refresh = async () => {
      server.asked += 1;
      const { cookie } = server;
      // The server is slow, so that the other tab could send its own request meanwhile.
      await setImmediate();
      if (cookie === 'used') throw refused;
      server.cookie = 'used';
      return { token: fresh, user: testUser };
    };
    const tab = setUp({ refresh }, { token: before }, { locks });
    const storage = createTokenStorage(tab.local, memory());
    const other = setUp({ refresh }, undefined, { locks, storage });
    await Promise.all([tab.auth.start(), other.auth.start()]);
    expect(await Promise.all([tab.auth.refresh(), other.auth.refresh()])).toEqual([true, true]);
    expect(server.asked).toBe(1);
    expect([tab.auth.getToken(), other.auth.getToken()]).toEqual([fresh, fresh]);
  });

  it('an unreachable server clears nothing', async () => {
    const { auth, local } = setUp({ refresh: () => Promise.reject(unreachable) }, { token: fresh });
    await auth.start();
    expect(await auth.refresh()).toBe(false);
    auth.sessionExpired();
    expect(local.getItem(storageKeys.token)).toBe(fresh);
    expect(status(auth)).toBe('signed-in');
  });

  it('does not sign in again after a sign-out that finished first', async () => {
    let answer = (_: { token: string; user: typeof testUser }) => {};
    const refresh = () =>
      new Promise<{ token: string; user: typeof testUser }>((resolve) => {
        answer = resolve;
      });
    const { auth, local } = setUp({ refresh }, { token: fresh });
    await auth.start();
    const asked = auth.refresh();
    await Promise.resolve();
    await auth.logout();
    answer({ token: tokenFor(now + 900_000, 'late'), user: testUser });
    expect(await asked).toBe(false);
    expect(local.getItem(storageKeys.token)).toBeNull();
  });
});

describe('signing in and out', () => {
  it('[LG-08] keeps the token in local storage, or in session storage when the reader does not stay signed in', async () => {
    const { auth, local, session } = setUp();
    await auth.start();
    await auth.login('ada@example.org', 'secret');
    expect(local.getItem(storageKeys.token)).toBe(fresh);
    auth.setStaySignedIn(false);
    expect(local.getItem(storageKeys.token)).toBeNull();
    expect(session.getItem(storageKeys.token)).toBe(fresh);
  });

  it('tells the server when the session ends with the browser', async () => {
    const asked: unknown[] = [];
    const answer = async (body: object) => {
      asked.push('stay' in body ? body.stay : 'not said');
      return { token: fresh, user: testUser };
    };
    const { auth } = setUp({ login: answer, register: answer });
    await auth.start();
    await auth.login('ada@example.org', 'secret');
    auth.setStaySignedIn(false);
    await auth.login('ada@example.org', 'secret');
    await auth.register('Ada', 'ada@example.org', 'secret');
    expect(asked).toEqual(['not said', false, false]);
  });

  it('signing out with a notice opens the sign-in page, which shows it', async () => {
    const { auth, left, notices } = setUp({}, { token: fresh });
    await auth.start();
    await auth.logout('Please sign in again.');
    expect(left).toEqual(['/login']);
    expect(notices).toEqual(['Please sign in again.']);
  });

  it.each([
    ['shows the server’s message', new ApiError('This address is taken.', 409, ''), 'This address is taken.'],
    [
      'reports a network error',
      new ApiError(authTexts.network, 0, ''),
      'Network error. Please check your connection.',
    ],
    [
      'shows a default message for an error without one',
      new ApiError('', 500, ''),
      'Login failed. Please try again.',
    ],
    [
      'shows a generic message for an unexpected error',
      new TypeError('x'),
      'An unexpected error occurred. Please try again.',
    ],
  ])('[LG-05] %s', async (_, thrown, error) => {
    const { auth } = setUp({ login: () => Promise.reject(thrown) });
    await auth.start();
    expect(await auth.login('a@b.c', 'x')).toEqual({ success: false, error });
  });

  it('signing out clears stored data and opens the start page, whether or not the server responds', async () => {
    const { auth, local, left } = setUp({ logout: () => Promise.reject(unreachable) }, { token: fresh });
    await auth.start();
    await auth.logout();
    expect(local.getItem(storageKeys.token)).toBeNull();
    expect(left).toEqual(['/']);
  });
});

describe('other tabs', () => {
  const changed = (target: EventTarget) => {
    target.dispatchEvent(Object.assign(new Event('storage'), { key: storageKeys.token }));
  };

  it('uses a new token of the same reader', async () => {
    const { auth, local, otherTabs, left } = setUp({}, { token: fresh });
    await auth.start();
    local.setItem(storageKeys.token, tokenFor(now + 2_000_000, 'theirs'));
    changed(otherTabs);
    expect(auth.getToken()).toBe(tokenFor(now + 2_000_000, 'theirs'));
    expect(left).toEqual([]);
  });

  it('signs out when another tab signs out', async () => {
    const { auth, local, otherTabs, left } = setUp({}, { token: fresh });
    await auth.start();
    local.removeItem(storageKeys.token);
    changed(otherTabs);
    expect(left).toEqual(['here']);
  });

  it('reloads when another reader signs in, keeping nothing of the first in memory', async () => {
    const { auth, local, otherTabs, left } = setUp({}, { token: fresh });
    await auth.start();
    local.setItem(storageKeys.user, JSON.stringify({ ...testUser, id: 'someone-else' }));
    changed(otherTabs);
    expect(left).toEqual(['here']);
  });
});
