import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { ApiError } from '../common/hostError.ts';
import { fresh, now, refused, setUpSession as setUp, status, unreachable } from '../testing/authSession.ts';
import { tokenFor } from '../testing/tokens.ts';
import type { AuthApi } from './authApi.ts';
import { authTexts } from './authErrors.ts';
import type { SessionPorts } from './session.ts';

describe('the reader’s data in this browser', () => {
  const user = testUser;
  const begun = async (ports: Partial<SessionPorts>, api: Partial<AuthApi> = {}) => {
    const cleared: (string | undefined)[] = [];
    const setting = setUp(
      api,
      { token: fresh },
      {
        clearData: async (discard) => {
          cleared.push(discard);
          return false;
        },
        ...ports,
      },
    );
    await setting.auth.start();
    return { ...setting, cleared };
  };

  it('[S-04] is removed at sign-out; unsent changes are encrypted, or discarded if the reader chooses so', async () => {
    const keeping = await begun({});
    await keeping.auth.logout();
    const discarding = await begun({});
    await discarding.auth.logout(undefined, 'discard');
    expect([keeping.cleared, discarding.cleared]).toEqual([[undefined], [user.id]]);
  });

  it('is not affected by a call that is rejected during sign-out', async () => {
    let cleared = () => {};
    const clearing = new Promise<void>((resolve) => {
      cleared = resolve;
    });
    const { auth, left, notices } = await begun(
      { clearData: () => clearing.then(() => false) },
      { refresh: () => Promise.reject(refused) },
    );
    const leaving = auth.logout();
    await auth.refresh();
    auth.sessionExpired();
    cleared();
    await leaving;
    expect([left, notices]).toEqual([['/'], []]);
  });

  it('[S-04] is removed after a rejected refresh, and the sign-in page says that unsent changes were encrypted', async () => {
    const { auth, notices, left } = await begun(
      { clearData: async () => true },
      { refresh: () => Promise.reject(refused) },
    );
    await auth.refresh();
    auth.sessionExpired();
    await new Promise((resolve) => setTimeout(resolve));
    expect(notices.at(-1)).toBe(`${authTexts.expired}\n${authTexts.kept}`);
    expect(left).toEqual(['here']);
  });

  it('[Y-10] is removed when the account was deleted elsewhere, after unsent changes have been offered', async () => {
    const steps: string[] = [];
    const { auth, local, left, notices } = await begun(
      {
        async accountDeleted(id) {
          steps.push(
            `offered to ${id}, token ${local.getItem(storageKeys.token) === fresh ? 'there' : 'gone'}`,
          );
        },
      },
      { refresh: () => Promise.reject(new ApiError('Gone', 401, 'account_deleted')) },
    );
    await auth.refresh();
    auth.sessionExpired();
    await new Promise((resolve) => setTimeout(resolve));
    // A reload before the reader has chosen shows the offer again.
    expect(steps).toEqual([`offered to ${user.id}, token there`]);
    expect([local.getItem(storageKeys.token), left, notices]).toEqual([
      null,
      ['/login'],
      [authTexts.deleted],
    ]);
  });

  it.each([
    ['an invented token', 'garbage'],
    ['the token of another reader', tokenFor(now + 900_000, 'theirs', 'someone-else')],
  ])('[S-04] cannot be accessed offline with %s', async (_, token) => {
    const { auth } = setUp({ refresh: () => Promise.reject(unreachable) }, { token });
    await auth.start();
    expect(status(auth)).toBe('visitor');
    expect(auth.user.get()).toBeNull();
  });

  it('is left by a tab with its own session when the reader has signed out in another', async () => {
    const listeners: ((event: MessageEvent) => void)[] = [];
    const otherTabs = {
      postMessage: () => undefined,
      addEventListener: (_: string, listener: unknown) => {
        listeners.push(listener as (typeof listeners)[number]);
      },
    };
    const { local, left } = await begun({ otherTabs });
    const tell = (userId: string) =>
      listeners[0]?.(new MessageEvent('message', { data: { kind: 'signed out', userId } }));
    tell('someone-else');
    expect(left).toEqual([]);
    tell(user.id);
    expect([local.getItem(storageKeys.token), left]).toEqual([null, ['here']]);
  });
});
