import { createEvents } from '@lectern/client/common/events.ts';

describe('the product’s events', () => {
  it('are CustomEvents on the window, until unsubscribed', () => {
    const events = createEvents();
    const onWindow = jest.fn();
    const heard = jest.fn();
    window.addEventListener('bookUpdated', onWindow);
    const stop = events.on('bookUpdated', heard);
    const detail = { bookId: 'b1', action: 'start_reading', status: 'reading' } as const;
    events.emit('bookUpdated', detail);
    stop();
    events.emit('bookUpdated', detail);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(heard).toHaveBeenCalledWith(detail);
    expect(onWindow).toHaveBeenCalledTimes(2);
    expect(onWindow).toHaveBeenCalledWith(expect.objectContaining({ detail }));
  });
});
