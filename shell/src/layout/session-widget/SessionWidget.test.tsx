import type { Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import {
  type ActiveSession,
  pauseSession,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { withStyleSheets } from '@lectern/shared-contracts/testing/computedStyles.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SessionWidget } from './SessionWidget.tsx';

const book = { id: 'b1', title: 'Middlemarch', author: 'George Eliot', cover_url: null };

async function startedWidget() {
  const host = createTestHost();
  renderInHost(<SessionWidget />, host);
  await act(() => host.session.start(book));
  return host;
}

beforeAll(withStyleSheets);

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: new Date('2026-03-01T10:00:00Z') });
});
afterEach(() => jest.useRealTimers());

const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

describe('the session widget', () => {
  it('is not shown without a session', () => {
    renderInHost(<SessionWidget />, createTestHost());
    expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  });

  it('[RS-03] shows title, author and the time, m:ss and from an hour on h:mm:ss', async () => {
    await startedWidget();
    expect(screen.getAllByText('Middlemarch')[0]).toBeVisible();
    expect(screen.getAllByText('George Eliot')[0]).toBeVisible();
    act(() => jest.advanceTimersByTime(65_000));
    expect(screen.getByRole('timer')).toHaveTextContent('1:05');
    act(() => jest.advanceTimersByTime(3_600_000));
    expect(screen.getByRole('timer')).toHaveTextContent('1:01:05');
    expect(screen.getByRole('timer')).toHaveAccessibleName('Time read 1:01:05');
  });

  it('[X-03] announces start, pause, resume and end to screen readers', async () => {
    const host = await startedWidget();
    const status = () => screen.getAllByRole('status')[0]?.textContent;
    expect(status()).toBe('Reading session started.');
    await act(() => host.session.pause());
    expect(status()).toBe('Reading session paused.');
    await act(() => host.session.resume());
    expect(status()).toBe('Reading session resumed.');
    await act(() => host.session.stop());
    expect(status()).toBe('Reading session ended.');
  });

  it('[X-04] after Stop the focus is on the page', async () => {
    const main = document.createElement('main');
    main.tabIndex = -1;
    document.body.append(main);
    await startedWidget();
    await user().click(screen.getByRole('button', { name: 'Stop' }));
    expect(main).toHaveFocus();
    main.remove();
  });

  it('[RS-03] pauses, resumes and stops', async () => {
    await startedWidget();
    const someone = user();
    act(() => jest.advanceTimersByTime(10_000));
    await someone.click(screen.getByRole('button', { name: 'Pause' }));
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByRole('timer')).toHaveTextContent('0:10');
    await someone.click(screen.getByRole('button', { name: 'Resume' }));
    act(() => jest.advanceTimersByTime(5_000));
    expect(screen.getByRole('timer')).toHaveTextContent('0:15');
    await someone.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  });

  it('[RS-03] is minimized to a pill with the time, also after a reload', async () => {
    await startedWidget();
    await user().click(screen.getByRole('button', { name: 'Minimize' }));
    expect(screen.queryByText('Middlemarch')).not.toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent('0:00');
    expect(JSON.parse(localStorage.getItem(storageKeys.widgetPlace) ?? '{}')).toMatchObject({
      minimised: true,
    });
  });

  it('[RS-03] is moved by mouse and arrow keys within the viewport, and its position is remembered', async () => {
    await startedWidget();
    const widget = screen.getByRole('group', { name: /Middlemarch/ });
    fireEvent.pointerDown(widget, { clientX: 0, clientY: 0, button: 0 });
    fireEvent.pointerMove(widget, { clientX: -9_000, clientY: -9_000 });
    fireEvent.pointerUp(widget);
    expect(widget.style.transform).toBe('translate(12px, 12px)');
    fireEvent.keyDown(widget, { key: 'ArrowRight', shiftKey: true });
    expect(widget.style.transform).toBe('translate(76px, 12px)');
    expect(JSON.parse(localStorage.getItem(storageKeys.widgetPlace) ?? '{}')).toMatchObject({ x: 76, y: 12 });
  });

  it('is hidden while reading, and shown with the reader’s controls', async () => {
    const host = await startedWidget();
    const widget = screen.getByRole('group', { name: /Middlemarch/ });
    act(() => host.session.keepAside(true));
    expect(widget).not.toBeVisible();
    act(() => host.session.keepAside(false));
    expect(widget).toBeVisible();
  });

  it('is clamped again when the window shrinks', async () => {
    await startedWidget();
    const widget = screen.getByRole('group', { name: /Middlemarch/ });
    fireEvent.pointerDown(widget, { clientX: 0, clientY: 0, button: 0 });
    fireEvent.pointerMove(widget, { clientX: 9_000, clientY: 9_000 });
    fireEvent.pointerUp(widget);
    const { innerWidth, innerHeight } = window;
    Object.assign(window, { innerWidth: 400, innerHeight: 300 });
    act(() => {
      window.dispatchEvent(new Event('resize'));
    });
    expect(widget.style.transform).toBe('translate(388px, 288px)');
    Object.assign(window, { innerWidth, innerHeight });
  });

  it('shows the time excluded during sleep, and adds it when the reader was reading', async () => {
    const host = await startedWidget();
    const active = host.session.active as Writable<ActiveSession | null>;
    const away = { from: '2026-03-01T10:05:00.000Z', to: '2026-03-01T11:05:00.000Z' };
    act(() => {
      const session = active.get();
      if (session) active.set({ ...pauseSession(session, new Date(away.from)), away });
    });
    expect(
      screen.getByText(/This device was asleep from .* to .*, so that time is not counted\./),
    ).toBeVisible();
    await user().click(screen.getByRole('button', { name: 'I was reading: count it' }));
    expect(screen.getByRole('timer')).toHaveTextContent('1:05:00');
    expect(screen.queryByText(/was asleep/)).not.toBeInTheDocument();
  });
});
