import { createNotify } from '@lectern/client/services/notify/notify.ts';
import { showBrowserNotification } from '@lectern/client/services/notify/notifyUnseen.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { SnackbarHost } from './SnackbarHost.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

function setUp() {
  const notify = createNotify();
  renderInHost(<SnackbarHost notify={notify} />);
  const show = (message: string, duration?: number) =>
    act(() => notify.show({ tone: 'info', message, duration }));
  return { notify, show };
}

describe('messages', () => {
  it('[LY-12] hide after 4 seconds by default', () => {
    const { show } = setUp();
    show('Saved.');
    pass(3_999);
    expect(screen.getByText('Saved.')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });

  it('[LY-12] or after the given time', () => {
    const { show } = setUp();
    show('3 notes synced', 5_000);
    pass(4_500);
    expect(screen.getByText('3 notes synced')).toBeInTheDocument();
    pass(500);
    expect(screen.queryByText('3 notes synced')).not.toBeInTheDocument();
  });

  it('[AF-05] show markup as text', () => {
    const { show } = setUp();
    const message = 'Added 1 to “<img src=x onerror="run()">{{7*7}}”.';
    show(message);
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(document.querySelector('img')).toBeNull();
  });

  it('[U-10] are not news on the page of a book: those wait in the bell', () => {
    const notify = createNotify();
    const host = createTestHost();
    act(() => host.navigation.go('/read/b1'));
    renderInHost(<SnackbarHost notify={notify} />, host);
    act(() => notify.show({ tone: 'warning', message: 'New sign-in.', duration: 15_000, isNews: true }));
    act(() => notify.show({ tone: 'success', message: 'Copied.' }));
    expect(screen.queryByText('New sign-in.')).not.toBeInTheDocument();
    expect(screen.getByText('Copied.')).toBeInTheDocument();
    expect(notify.history.get().map(({ message }) => message)).toContain('New sign-in.');
    act(() => host.navigation.go('/library'));
    expect(screen.getByText('New sign-in.')).toBeInTheDocument();
  });

  it('stay while one is hovered', () => {
    const { show } = setUp();
    show('Read me slowly.');
    fireEvent.pointerEnter(screen.getByText('Read me slowly.'));
    pass(60_000);
    expect(screen.getByText('Read me slowly.')).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByText('Read me slowly.'));
    pass(4_000);
    expect(screen.queryByText('Read me slowly.')).not.toBeInTheDocument();
  });

  it('are at most three, without duplicates, and all are kept in the history', () => {
    const { notify, show } = setUp();
    for (const message of ['one', 'two', 'two', 'three', 'four']) show(message);
    expect(notify.shown.get().map(({ message }) => message)).toEqual(['two', 'three', 'four']);
    expect(notify.history.get()[0]?.message).toBe('four');
  });

  it('[X-09] with an action stay until it is used or they are closed', () => {
    const { notify } = setUp();
    const action = { label: 'Open', onAction: jest.fn() };
    act(() => notify.show({ tone: 'success', message: 'Added.', action }));
    pass(3_600_000);
    expect(screen.getByText('Added.')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Added.')).not.toBeInTheDocument();
  });

  it('[X-09] with an action for a limited time stay for that time', () => {
    const { notify } = setUp();
    const action = { label: 'Undo', onAction: jest.fn() };
    act(() => notify.show({ tone: 'success', message: 'Deleted.', action, duration: 30_000 }));
    pass(29_999);
    expect(screen.getByText('Deleted.')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Deleted.')).not.toBeInTheDocument();
  });

  it('with an action for a limited time do not stay longer while hovered: the deletion is sent by then', () => {
    const { notify } = setUp();
    const action = { label: 'Undo', onAction: jest.fn() };
    act(() => notify.show({ tone: 'success', message: 'Deleted.', action, duration: 20_000 }));
    pass(15_000);
    fireEvent.pointerEnter(screen.getByText('Deleted.'));
    pass(1_000);
    fireEvent.pointerLeave(screen.getByText('Deleted.'));
    fireEvent.pointerEnter(screen.getByText('Deleted.'));
    act(() => notify.show({ tone: 'info', message: 'Saved.' }));
    pass(4_000);
    expect(screen.queryByText('Deleted.')).not.toBeInTheDocument();
    pass(4_000);
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });

  it.each([
    [['Storage quota exceeded', 'Failed to create note: Storage quota exceeded']],
    [['Failed to create note: Storage quota exceeded', 'Storage quota exceeded']],
  ])('[F-26] show only the more specific message of a failure: %j', (messages) => {
    const { notify, show } = setUp();
    for (const message of messages) show(message);
    expect(notify.shown.get().map(({ message }) => message)).toEqual([
      'Failed to create note: Storage quota exceeded',
    ]);
  });

  it('close and run the action when requested', () => {
    const { notify } = setUp();
    const onAction = jest.fn();
    act(() => notify.show({ tone: 'success', message: 'Added.', action: { label: 'Open', onAction } }));
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(onAction).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Added.')).not.toBeInTheDocument();
  });
});

describe('a browser notification', () => {
  const kind = (permission: NotificationPermission) => {
    const close = jest.fn();
    const Kind = Object.assign(
      jest.fn(() => ({ close })),
      { permission },
    );
    return { Kind: Kind as unknown as typeof Notification, close };
  };

  it('[LY-12] closes after 5 seconds', () => {
    const { Kind, close } = kind('granted');
    showBrowserNotification('Uploaded', {}, Kind);
    pass(4_999);
    expect(close).not.toHaveBeenCalled();
    pass(1);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('is not shown without permission', () => {
    const { Kind } = kind('default');
    expect(showBrowserNotification('Uploaded', {}, Kind)).toBeNull();
    expect(Kind).not.toHaveBeenCalled();
  });
});
