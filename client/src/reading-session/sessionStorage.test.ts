/** @jest-environment node */

import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { safeStorage } from '../common/safeStorage.ts';
import { createSessionStorage } from './sessionStorage.ts';

const session = {
  book: { id: 'b1', title: 'Emma', author: 'Jane Austen', cover_url: null },
  sessionId: 's1',
  startTime: '2026-03-01T08:00:00.000Z',
  pagesRead: 4,
  notes: '',
  backendSessionId: 's1',
  isPaused: false,
  pausedAt: null,
  accumulatedTime: 60,
  resumedAt: '2026-03-01T08:00:00.000Z',
  lastUpdated: '2026-03-01T08:05:00.000Z',
};
const finished = { ...session, endTime: '2026-03-01T08:10:00.000Z', duration: 10, totalSeconds: 600 };

function withStored(key: string, value: unknown) {
  const storage = safeStorage(() => {
    throw new Error('in memory');
  });
  storage.setItem(key, JSON.stringify(value));
  return createSessionStorage(storage);
}

describe('sessions in local storage', () => {
  it.each([
    [{ ada: {} }],
    [{ ada: [] }],
    [{ ada: 'x' }],
    [{ ada: { ...session, book: null } }],
    [{ ada: { ...session, book: { title: 'Emma' } } }],
    [{ ada: { ...session, startTime: 'yesterday' } }],
    [[session]],
    ['x'],
    [5],
  ])('[F-03] an invalid session is ignored: %j', (value) => {
    expect(withStored(storageKeys.activeSession, value).active('ada')).toBeNull();
    expect(withStored(storageKeys.sessionHistory, value).history('ada')).toEqual([]);
  });

  it('[F-03] a session keeps its valid fields', () => {
    const broken = {
      ...session,
      pagesRead: 'many',
      accumulatedTime: null,
      resumedAt: {},
      away: 5,
      notes: [],
    };
    expect(withStored(storageKeys.activeSession, { ada: broken }).active('ada')).toEqual({
      ...session,
      pagesRead: 0,
      accumulatedTime: 0,
      resumedAt: null,
      away: null,
    });
  });

  it('[F-03] an invalid session does not affect the others of the history', () => {
    const stored = withStored(storageKeys.sessionHistory, { ada: [finished, {}, null, session] });
    expect(stored.history('ada')).toEqual([finished]);
  });

  it('[F-03] a new session can replace invalid data, and other readers keep theirs', () => {
    const stored = withStored(storageKeys.activeSession, { ada: {}, ben: session });
    stored.setActive('ada', session);
    expect([stored.active('ada'), stored.active('ben')]).toEqual([session, session]);
  });
});
