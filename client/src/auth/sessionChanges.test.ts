import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { ApiError } from '../common/hostError.ts';
import { fresh, now, old, setUpSession as setUp, status, unreachable } from '../testing/authSession.ts';
import { tokenFor } from '../testing/tokens.ts';
import { authTexts } from './authErrors.ts';

const later = tokenFor(now + 1_800_000, 'later');
const deleted = new ApiError('Gone', 401, 'account_deleted');
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** The channel to the other tabs: the posted messages, and a function to receive one. */
function channel() {
  const said: unknown[] = [];
  const listeners: ((event: MessageEvent) => void)[] = [];
  return {
    said,
    hear: (data: unknown) => listeners.map((listen) => listen(new MessageEvent('message', { data }))),
    otherTabs: {
      postMessage: (message: unknown) => said.push(message),
      addEventListener: (_: string, listener: unknown) => {
        listeners.push(listener as (typeof listeners)[number]);
      },
    } as never,
  };
}

describe('signing in', () => {
  it('succeeds with the reader that the server returns, and stores the token', async () => {
    const { auth, local } = setUp();
    await auth.start();
    expect(await auth.register('Ada', 'ada@example.org', 'secret')).toEqual({ success: true });
    expect([status(auth), auth.user.get(), local.getItem(storageKeys.token)]).toEqual([
      'signed-in',
      testUser,
      fresh,
    ]);
  });

  it('asks for a code after a correct password, and completes with the response to the code', async () => {
    const { auth, local } = setUp({ login: async () => ({ second_factor: { token: 'code token' } }) });
    await auth.start();
    expect(await auth.login('ada@example.org', 'secret')).toEqual({
      success: false,
      error: '',
      codeToken: 'code token',
    });
    expect([status(auth), local.getItem(storageKeys.token)]).toEqual(['visitor', null]);
    auth.enter({ token: fresh, user: testUser });
    expect([status(auth), auth.getToken()]).toEqual(['signed-in', fresh]);
  });

  it('registers with the time zone of the browser, and with the invitation if there is one', async () => {
    const asked: object[] = [];
    const { auth } = setUp({
      register: async (body) => {
        asked.push(body);
        return { token: fresh, user: testUser };
      },
    });
    await auth.register('Ada', 'ada@example.org', 'secret');
    await auth.register('Ada', 'ada@example.org', 'secret', 'invitation');
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { name: 'Ada', email: 'ada@example.org', password: 'secret', time_zone: timeZone };
    expect(asked).toEqual([body, { ...body, invitation: 'invitation' }]);
  });

  it('again after signing out works: a refresh is accepted as before', async () => {
    const { auth } = setUp({ refresh: async () => ({ token: later, user: testUser }) }, { token: fresh });
    await auth.start();
    await auth.logout();
    await auth.login('ada@example.org', 'secret');
    expect(await auth.refresh()).toBe(true);
    expect(auth.getToken()).toBe(later);
  });

  it('reports whether the reader stays signed in', () => {
    const { auth } = setUp();
    expect(auth.staySignedIn.get()).toBe(true);
    auth.setStaySignedIn(false);
    expect(auth.staySignedIn.get()).toBe(false);
  });
});

describe('an active session', () => {
  it('updates the reader and keeps the token', async () => {
    const { auth, local } = setUp({}, { token: fresh });
    await auth.start();
    auth.updateUser({ ...testUser, name: 'Countess' });
    expect(auth.user.get()?.name).toBe('Countess');
    expect(auth.getToken()).toBe(fresh);
    expect(JSON.parse(local.getItem(storageKeys.user) ?? '')).toMatchObject({ name: 'Countess' });
  });

  it('is not started by an update of a reader who is not signed in', async () => {
    const { auth, local } = setUp();
    await auth.start();
    auth.updateUser(testUser);
    expect([status(auth), local.getItem(storageKeys.token)]).toEqual(['visitor', null]);
  });

  it('restarts for another reader, keeping nothing of the first in memory', async () => {
    const { auth, local, left } = setUp({}, { token: fresh });
    await auth.start();
    auth.adopt({ token: later, user: { ...testUser, id: 'someone-else' } });
    expect(left).toEqual(['here']);
    expect(auth.user.get()).toEqual(testUser);
    expect(local.getItem(storageKeys.token)).toBe(later);
  });

  it('is started by a refresh when the stored reader cannot be read', async () => {
    const { auth } = setUp({}, { token: old, user: '{' });
    await auth.start();
    expect([status(auth), auth.user.get()]).toEqual(['signed-in', testUser]);
    const offline = setUp({ refresh: () => Promise.reject(unreachable) }, { token: old, user: '{' });
    await offline.auth.start();
    expect(status(offline.auth)).toBe('visitor');
  });
});

describe('a refresh', () => {
  it.each([400, 403])('rejected with %d ends the session', async (code) => {
    const { auth, left } = setUp(
      { refresh: () => Promise.reject(new ApiError('No', code, '')) },
      { token: old },
    );
    await auth.start();
    expect(left).toEqual(['here']);
  });

  it('that never gets the lock ends nothing', async () => {
    const locks = { request: () => Promise.reject(new Error('The page is going away.')) };
    const { auth, left } = setUp({}, { token: fresh }, { locks: locks as never });
    await auth.start();
    expect(await auth.refresh()).toBe(false);
    auth.sessionExpired();
    expect([status(auth), left]).toEqual(['signed-in', []]);
  });

  it('a rejected call ends only an existing session, and only when a refresh was tried', async () => {
    const visitor = setUp();
    await visitor.auth.start();
    visitor.auth.sessionExpired();
    expect([status(visitor.auth), visitor.left]).toEqual(['visitor', []]);
    const reader = setUp({}, { token: fresh });
    await reader.auth.start();
    reader.auth.sessionExpired();
    await settled();
    expect([status(reader.auth), reader.left]).toEqual(['verifying', ['here']]);
  });
});

describe('an account deleted elsewhere', () => {
  it('is signed out while unsent changes are offered, once', async () => {
    const during: unknown[] = [];
    const { auth, left } = setUp(
      { refresh: () => Promise.reject(deleted) },
      { token: fresh },
      {
        accountDeleted: async () => {
          during.push([status(auth), auth.getToken(), auth.user.get()]);
        },
      },
    );
    await auth.start();
    await auth.refresh();
    auth.sessionExpired();
    auth.sessionExpired();
    await settled();
    expect(during).toEqual([['verifying', null, null]]);
    expect(left).toEqual(['/login']);
  });

  it('shows the start page, not an empty one, when the stored reader cannot be read', async () => {
    const { auth, local, left, notices } = setUp(
      { refresh: () => Promise.reject(deleted) },
      { token: old, user: '{' },
    );
    await auth.start();
    expect([local.getItem(storageKeys.token), left, notices]).toEqual([null, ['here'], [authTexts.expired]]);
  });
});

describe('leaving', () => {
  it('after deleting the account removes all data and notifies the other tabs', async () => {
    const cleared: unknown[] = [];
    const clearData = async (discard?: string) => {
      cleared.push(discard);
      return false;
    };
    const { said, otherTabs } = channel();
    const { auth, local, left } = setUp({}, { token: fresh }, { otherTabs, clearData });
    await auth.start();
    const asked = auth.refresh();
    await auth.forget();
    await asked;
    expect([local.getItem(storageKeys.token), cleared, left]).toEqual([null, [testUser.id], ['/']]);
    expect(said).toEqual([{ kind: 'signed out', userId: testUser.id }]);
  });

  it.each(['forget', 'logout'] as const)('without a reader (%s) notifies nobody', async (way) => {
    const { said, otherTabs } = channel();
    const { auth, left } = setUp({}, undefined, { otherTabs });
    await auth.start();
    await auth[way]();
    expect([said, left]).toEqual([[], ['/']]);
  });

  it('by signing out notifies the other tabs', async () => {
    const { said, otherTabs } = channel();
    const { auth } = setUp({}, { token: fresh }, { otherTabs });
    await auth.start();
    await auth.logout();
    expect(said).toEqual([{ kind: 'signed out', userId: testUser.id }]);
  });

  it('in another tab is handled once, and only for a sign-out', async () => {
    const { hear, otherTabs } = channel();
    const { auth, left } = setUp({}, { token: fresh }, { otherTabs });
    // No reader is known yet.
    hear({ kind: 'signed out', userId: testUser.id });
    await auth.start();
    hear({ kind: 'something else', userId: testUser.id });
    expect(left).toEqual([]);
    hear({ kind: 'signed out', userId: testUser.id });
    hear({ kind: 'signed out', userId: testUser.id });
    expect(left).toEqual(['here']);
  });
});

describe('storage changes of another tab', () => {
  const changed = (target: EventTarget, key: string | null = storageKeys.token) =>
    target.dispatchEvent(Object.assign(new Event('storage'), { key }));
  const signedIn = async (api: Parameters<typeof setUp>[0] = {}) => {
    const setting = setUp(api, { token: fresh });
    await setting.auth.start();
    return setting;
  };

  it('are handled for the token, or when everything was cleared', async () => {
    const { auth, local, otherTabs, left } = await signedIn();
    local.setItem(storageKeys.token, later);
    changed(otherTabs, storageKeys.theme);
    expect(auth.getToken()).toBe(fresh);
    local.removeItem(storageKeys.token);
    changed(otherTabs, null);
    expect(left).toEqual(['here']);
  });

  it('are ignored by a page that has not started, or has ended', async () => {
    const { auth, local, otherTabs, left } = setUp({}, { token: fresh });
    local.removeItem(storageKeys.token);
    changed(otherTabs);
    expect([status(auth), left]).toEqual(['verifying', []]);
    const ended = await signedIn();
    await ended.auth.logout();
    changed(ended.otherTabs);
    expect(ended.left).toEqual(['/']);
  });

  it('by which it takes over the session: this tab keeps its own', async () => {
    const { auth, local, session, otherTabs, left } = await signedIn();
    local.setItem(storageKeys.staySignedIn, 'false');
    local.removeItem(storageKeys.token);
    changed(otherTabs);
    expect([session.getItem(storageKeys.token), status(auth), left]).toEqual([fresh, 'signed-in', []]);
  });

  it('by which a reader signs in: a visitor’s page reloads; a sign-out is ignored by a visitor', async () => {
    const { auth, local, otherTabs, left } = setUp();
    await auth.start();
    changed(otherTabs);
    expect(left).toEqual([]);
    local.setItem(storageKeys.token, fresh);
    local.setItem(storageKeys.user, JSON.stringify(testUser));
    changed(otherTabs);
    expect(left).toEqual(['here']);
  });
});
