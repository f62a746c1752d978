/** @jest-environment node */
import { emitBookEvents } from './bookEvents.ts';

it('emits a changed status and a deletion once the write is stored', async () => {
  const emit = jest.fn();
  const enqueue = jest.fn(async () => {});
  const enqueueAndEmit = emitBookEvents(enqueue, { emit });
  await enqueueAndEmit('UPDATE_BOOK', { bookId: 'b1', changes: { status: 'completed' } });
  await enqueueAndEmit('UPDATE_BOOK', { bookId: 'b1', changes: { rating: 5 } });
  await enqueueAndEmit('DELETE_BOOKMARK', { id: 'm1', bookId: 'b2', page: 1 });
  await enqueueAndEmit('DELETE_BOOK', { bookId: 'b1' }, { holdFor: 8_000 });
  expect(emit.mock.calls).toEqual([
    ['bookUpdated', { bookId: 'b1', action: 'changed', status: 'completed' }],
    ['bookUpdated', { bookId: 'b1', action: 'removed', status: 'unread' }],
  ]);
  expect(enqueue).toHaveBeenLastCalledWith('DELETE_BOOK', { bookId: 'b1' }, { holdFor: 8_000 });
});

it('emits nothing for a write that could not be stored', async () => {
  const emit = jest.fn();
  const enqueueAndEmit = emitBookEvents(() => Promise.reject(new Error('full')), { emit });
  await expect(enqueueAndEmit('DELETE_BOOK', { bookId: 'b1' })).rejects.toThrow('full');
  expect(emit).not.toHaveBeenCalled();
});
