/** @jest-environment node */
import 'fake-indexeddb/auto';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import { note, setUp, throwing } from '../../testing/testQueue.ts';

describe('the queue when the browser has no room left', () => {
  const { put } = IDBObjectStore.prototype;
  const fill = (full: boolean): void => {
    IDBObjectStore.prototype.put = full
      ? () => {
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        }
      : put;
  };
  afterEach(() => fill(false));

  it('[OF-01] says so, keeps nothing of what it did not take, and goes on when there is room again', async () => {
    const { queue, network, stored, emitted } = await setUp();
    network.set('offline');
    fill(true);
    await expect(queue.enqueue('CREATE_NOTE', note('n1'))).rejects.toThrow('Storage quota exceeded');
    expect(emitted).toMatchObject([
      { name: 'syncActionFailed', detail: { type: 'CREATE_NOTE', error: 'Storage quota exceeded' } },
    ]);
    expect([await stored(), queue.waiting.get()]).toEqual([[], []]);
    fill(false);
    await queue.enqueue('CREATE_NOTE', note('n1'));
    expect(await stored()).toHaveLength(1);
  });

  it('[F-26] a write that the server refuses as well is said once', async () => {
    const { queue, answers, emitted } = await setUp();
    answers(throwing(422, 'Title is too long'));
    fill(true);
    await expect(queue.enqueue('CREATE_NOTE', note('n1'))).rejects.toMatchObject({ status: 0 });
    expect(emitted.filter(({ name }) => name === 'syncActionFailed')).toHaveLength(1);
    expect(queue.waiting.get()).toEqual([]);
  });

  it('is not said of another failure of the database', async () => {
    const { queue, emitted } = await setUp();
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('It is broken.', 'UnknownError');
    };
    await expect(queue.enqueue('CREATE_NOTE', note('n1'))).rejects.toThrow('It is broken.');
    expect(emitted).toEqual([]);
  });

  it('keeps a write though its write-ahead log has no room', async () => {
    const local = memoryStorage();
    local.setItem = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    const { queue, network, stored } = await setUp({ local });
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1'));
    expect(await stored()).toHaveLength(1);
  });
});
