/** @jest-environment node */
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createTrack, localActions } from './track.ts';

function setUp() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      stored.set(key, value);
    },
  };
  const user = createWritable<{ id: string } | null>({ id: 'u1' });
  const enqueue = jest.fn(async () => {});
  const track = createTrack({ enqueue, user, storage, now: () => new Date('2026-01-01T00:00:00.000Z') });
  return { track, user, enqueue, storage };
}

describe('track', () => {
  it('queues what happened', () => {
    const { track, enqueue } = setUp();
    track('page_read', { pages: 2 });
    expect(enqueue).toHaveBeenCalledWith('GAMIFICATION_ACTION', {
      id: expect.any(String),
      action: 'page_read',
      data: { pages: 2 },
      timestamp: '2026-01-01T00:00:00.000Z',
    });
  });

  it('keeps the last 100 actions here', () => {
    const { track, storage } = setUp();
    for (let index = 0; index < 103; index += 1) track(`action-${index}`);
    const actions = localActions(storage, 'u1');
    expect(actions).toHaveLength(100);
    expect(actions.at(-1)?.action).toBe('action-102');
    expect(localActions(storage, 'u2')).toEqual([]);
  });

  it('says nothing for nobody, and does not mind a queue that fails', () => {
    const { track, user, enqueue } = setUp();
    enqueue.mockRejectedValueOnce(new Error('full'));
    expect(() => track('a')).not.toThrow();
    user.set(null);
    track('b');
    expect(enqueue).toHaveBeenCalledTimes(1);
  });

  it('keeps only the actions of the reader who is signed in', () => {
    const { track, user, storage } = setUp();
    track('a');
    user.set({ id: 'u2' });
    track('b');
    const timestamp = '2026-01-01T00:00:00.000Z';
    expect(localActions(storage, 'u2')).toEqual([{ action: 'b', data: {}, timestamp }]);
    expect(localActions(storage, 'u1')).toEqual([]);
  });

  it.each(['', '{', 'null', '{"u1":5}'])('begins a new list in place of %j', (junk) => {
    const { track, storage } = setUp();
    storage.setItem('lectern.gamification_actions', junk);
    track('a');
    expect(localActions(storage, 'u1').map(({ action }) => action)).toEqual(['a']);
  });

  it('reports an action though the browser has no room for the list', () => {
    const { track, enqueue, storage } = setUp();
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    track('a');
    expect(enqueue).toHaveBeenCalledTimes(1);
    expect(localActions(storage, 'u1')).toEqual([]);
  });
});
