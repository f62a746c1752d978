import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { followOtherTabs } from './bookEvents.ts';

describe('the stamp books_updated', () => {
  it('is set when a book changes here, and has the books asked for again when it changes elsewhere', () => {
    const { events } = createTestHost();
    const refresh = jest.fn();
    const stop = followOtherTabs(localStorage, events, refresh);
    events.emit('bookUpdated', { bookId: 'b1', action: 'changed', status: 'reading' });
    expect(Number(localStorage.getItem('lectern.books_updated'))).toBeGreaterThan(0);
    expect(refresh).not.toHaveBeenCalled();
    window.dispatchEvent(new StorageEvent('storage', { key: 'lectern.books_updated' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'lectern.theme' }));
    expect(refresh).toHaveBeenCalledTimes(1);
    stop();
    window.dispatchEvent(new StorageEvent('storage', { key: 'lectern.books_updated' }));
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});
