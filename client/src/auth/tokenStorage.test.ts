import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { safeStorage } from '../common/safeStorage.ts';
import { storedToken } from './accessToken.ts';
import { setSignInNotice, takeNotice } from './notice.ts';
import { createTokenStorage } from './tokenStorage.ts';

const memory = () =>
  safeStorage(() => {
    throw new Error('in memory');
  });

function setUp(user: unknown = testUser) {
  const [local, session] = [memory(), memory()];
  local.setItem(storageKeys.token, 'token');
  local.setItem(storageKeys.user, typeof user === 'string' ? user : JSON.stringify(user));
  const kept = (place: Storage) => [place.getItem(storageKeys.token), place.getItem(storageKeys.user)];
  return { storage: createTokenStorage(local, session), local, session, kept };
}

describe('the stored session', () => {
  it('is read as written', () => {
    const { storage } = setUp(null);
    const user = { ...testUser, avatar: '/ada.webp', roles: ['admin'] as const };
    storage.write('another', user as never);
    expect(storage.read()).toEqual({ token: 'another', user });
  });

  it.each([
    ['nothing', 'null'],
    ['invalid JSON', '{'],
    ['a string', '"ada"'],
    ['no id', { name: 'Ada' }],
    ['no name', { id: 'u1' }],
  ])('with %s as reader has a token and no reader', (_, user) => {
    expect(setUp(user).storage.read()).toEqual({ token: 'token', user: null });
  });

  it('of an earlier version has empty values for missing fields', () => {
    const broken = { id: 'u1', name: 'Ada', email: 7, avatar: 7, roles: ['admin', 7] };
    const user = { id: 'u1', name: 'Ada', email: '', avatar: null };
    expect(setUp(broken).storage.read()?.user).toEqual({ ...user, roles: ['admin'] });
    expect(setUp({ id: 'u1', name: 'Ada' }).storage.read()?.user).toEqual({ ...user, roles: [] });
    expect(setUp({ id: 'u1', name: 'Ada', roles: 'admin' }).storage.read()?.user?.roles).toEqual([]);
  });

  it('of the tab takes precedence over that of the browser', () => {
    const { storage, session } = setUp();
    session.setItem(storageKeys.token, 'of the tab');
    session.setItem(storageKeys.user, JSON.stringify({ ...testUser, id: 'u2' }));
    expect(storage.read()).toMatchObject({ token: 'of the tab', user: { id: 'u2' } });
  });

  it('is in one storage, which the reader chooses, and moves with that choice', () => {
    const { storage, local, session, kept } = setUp();
    expect(storage.staySignedIn()).toBe(true);
    storage.setStaySignedIn(false);
    expect(storage.staySignedIn()).toBe(false);
    expect([kept(local), kept(session)]).toEqual([
      [null, null],
      ['token', JSON.stringify(testUser)],
    ]);
    storage.setStaySignedIn(true);
    expect([kept(local), kept(session)]).toEqual([
      ['token', JSON.stringify(testUser)],
      [null, null],
    ]);
  });

  it('without a readable reader is not moved', () => {
    const { storage, local, session, kept } = setUp('{');
    storage.setStaySignedIn(false);
    expect([kept(local), kept(session)]).toEqual([
      ['token', '{'],
      [null, null],
    ]);
  });

  it('is cleared from both storages', () => {
    const { storage, local, session, kept } = setUp();
    session.setItem(storageKeys.token, 'of the tab');
    session.setItem(storageKeys.user, '{}');
    storage.clear();
    expect([...kept(local), ...kept(session)]).toEqual([null, null, null, null]);
    expect(storage.read()).toBeNull();
  });

  it('has the reader written before the token, for tabs that listen for the token', () => {
    const { local } = setUp();
    const written: string[] = [];
    const watched = {
      getItem: (key: string) => local.getItem(key),
      removeItem: (key: string) => local.removeItem(key),
      setItem: (key: string) => written.push(key),
    };
    createTokenStorage(watched as never, memory()).write('another', testUser);
    expect(written).toEqual([storageKeys.user, storageKeys.token]);
  });
});

describe('before the session is verified', () => {
  afterEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    jest.restoreAllMocks();
  });

  it('the stored token is that of the tab, otherwise of the browser, otherwise none', () => {
    expect(storedToken()).toBeNull();
    localStorage.setItem(storageKeys.token, 'of the browser');
    expect(storedToken()).toBe('of the browser');
    sessionStorage.setItem(storageKeys.token, 'of the tab');
    expect(storedToken()).toBe('of the tab');
  });

  it('there is no token when the browser blocks storage', () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(storedToken()).toBeNull();
  });
});

test('the notice for the next page is shown once', () => {
  expect(takeNotice()).toBeNull();
  setSignInNotice('Your session has expired.');
  expect(takeNotice()).toBe('Your session has expired.');
  expect(takeNotice()).toBeNull();
});
