import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { SessionSummary } from './SessionSummary.tsx';

const book = { id: 'b1', title: 'Middlemarch', author: 'George Eliot', cover_url: null };
const start = new Date('2026-03-01T10:00:00Z');

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: start });
});
afterEach(() => jest.useRealTimers());

/** A session of so many minutes, just ended. */
async function afterMinutes(minutes: number) {
  const day = { default: () => <p>12 of 30 min</p> };
  const shell = createTestShell({ remotes: { 'mf-gamification/StreakWidget': () => day } });
  const { session } = shell.host;
  await renderInShell(<SessionSummary />, shell);
  await act(() => session.start(book));
  session.addPages('b1', minutes);
  act(() => jest.setSystemTime(start.getTime() + minutes * 60_000));
  await act(() => session.stop());
  return shell;
}
const summary = () => screen.queryByRole('region', { name: 'Reading session ended.' });
const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

describe('[U-04] the end of a session', () => {
  it('says the minutes, the pages and the book, and closes by itself', async () => {
    await afterMinutes(12);
    expect(screen.getByRole('heading', { name: '12 minutes · 12 pages' })).toBeVisible();
    expect(screen.getByText('Middlemarch')).toBeVisible();
    expect(await screen.findByText('12 of 30 min')).toBeVisible();
    act(() => jest.advanceTimersByTime(15_000));
    expect(summary()).toBeNull();
  });

  it('keeps a line about the session, and stays while one writes it', async () => {
    const { host } = await afterMinutes(3);
    await user().type(screen.getByLabelText('A line about this session'), 'Rain, and Dorothea.');
    act(() => jest.advanceTimersByTime(60_000));
    await user().click(screen.getByRole('button', { name: 'Save' }));
    expect(summary()).toBeNull();
    expect(host.session.history.get()[0]).toMatchObject({ notes: 'Rain, and Dorothea.' });
  });

  it.each(['Close', 'Escape'])('keeps the line that is being written on %s', async (way) => {
    const { host } = await afterMinutes(3);
    await user().type(screen.getByLabelText('A line about this session'), 'Rain.');
    if (way === 'Escape') await user().keyboard('{Escape}');
    else await user().click(screen.getByRole('button', { name: 'Close' }));
    expect(summary()).toBeNull();
    expect(host.session.history.get()[0]).toMatchObject({ notes: 'Rain.' });
  });

  it('says nothing of a session in which nothing was read', async () => {
    await afterMinutes(0);
    expect(summary()).toBeNull();
  });
});
