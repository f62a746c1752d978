/** @jest-environment node */
import { emitBookEvents } from './emitBookEvents.ts';

it('a remote’s change of status, and a deletion, are said when they are kept', async () => {
  const emit = jest.fn();
  const enqueue = jest.fn(async () => {});
  const told = emitBookEvents(enqueue, { emit });
  await told('UPDATE_BOOK', { bookId: 'b1', changes: { status: 'completed' } });
  await told('UPDATE_BOOK', { bookId: 'b1', changes: { rating: 5 } });
  await told('DELETE_BOOKMARK', { id: 'm1', bookId: 'b1', page: 1 });
  await told('DELETE_BOOK', { bookId: 'b1' }, { holdFor: 8_000 });
  expect(emit.mock.calls).toEqual([
    ['bookUpdated', { bookId: 'b1', action: 'changed', status: 'completed' }],
    ['bookUpdated', { bookId: 'b1', action: 'removed', status: 'unread' }],
  ]);
  expect(enqueue).toHaveBeenLastCalledWith('DELETE_BOOK', { bookId: 'b1' }, { holdFor: 8_000 });
});

it('what could not be kept is not said', async () => {
  const emit = jest.fn();
  const told = emitBookEvents(() => Promise.reject(new Error('full')), { emit });
  await expect(told('DELETE_BOOK', { bookId: 'b1' })).rejects.toThrow('full');
  expect(emit).not.toHaveBeenCalled();
});
