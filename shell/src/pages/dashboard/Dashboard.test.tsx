import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { renderInShell, type TestShellOptions } from '../../testing/testShell.tsx';
import { timeLeft } from './ContinueReading.tsx';
import { Dashboard } from './Dashboard.tsx';

const book = (change: Partial<Book>): Book =>
  ({
    id: 'b1',
    title: 'Middlemarch',
    author: 'George Eliot',
    progress: 0,
    is_reading: false,
    completed: false,
    last_opened: null,
    cover_url: null,
    cover_base: null,
    cover_source: 'file',
    format: 'epub',
    created_at: '2026-01-01T00:00:00.000Z',
    ...change,
  }) as Book;

const dashboard = (items: Book[], routes: TestShellOptions['routes'] = {}) =>
  renderInShell(
    <BrowserRouter>
      <Dashboard />
    </BrowserRouter>,
    { routes: { 'GET /books': () => ({ items, total: items.length }), ...routes } },
  );

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('the dashboard', () => {
  it('shows the current book, its progress and a line from the last position', async () => {
    await dashboard([book({ progress: 37.6, is_reading: true, last_opened: '2026-01-02T00:00:00.000Z' })], {
      'GET /books/:id/progress': () =>
        ({ position: { quote: { exact: 'It is an uneasy lot at best.' } } }) as never,
    });
    expect(await screen.findByRole('heading', { name: 'Middlemarch' })).toBeInTheDocument();
    expect(screen.getByText('It is an uneasy lot at best.')).toBeInTheDocument();
    expect(screen.getByText(/^38%/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/read/b1');
  });

  it('ends the line at a word boundary', async () => {
    await dashboard([book({ progress: 37.6, is_reading: true })], {
      'GET /books/:id/progress': () =>
        ({ position: { quote: { exact: 'It is an uneasy lot at best, to be what we ca' } } }) as never,
    });
    expect(await screen.findByText('It is an uneasy lot at best, to be what we …')).toBeInTheDocument();
  });

  it('[PW-03] the shortcut of the installed app opens the current book', async () => {
    window.history.replaceState(null, '', '/dashboard?continue');
    const { shell } = await dashboard([book({ progress: 37.6, is_reading: true })]);
    const went = jest.fn();
    shell.navigation.connect(went);
    await waitFor(() => expect(went).toHaveBeenCalledWith('/read/b1', { replace: true }));
    window.history.replaceState(null, '', '/');
  });

  it('[L-06] without books offers an upload, the guide with one click, and features to try', async () => {
    const guide = jest.fn(() => book({ id: 'guide', title: 'A Short Guide' }));
    const { shell } = await dashboard([], { 'POST /guide': guide });
    expect(await screen.findByRole('link', { name: 'Upload Your First Book' })).toHaveAttribute(
      'href',
      '/upload',
    );
    expect(screen.getByRole('link', { name: 'Four things to try first' })).toHaveAttribute(
      'href',
      '/onboarding',
    );
    const soon = screen.getByRole('region', { name: 'What you will find here' });
    expect(
      within(soon)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Your current book', 'Your streak', 'A suggestion', 'Latest notes']);
    await userEvent.click(screen.getByRole('button', { name: 'Add the guide' }));
    await waitFor(() => expect(guide).toHaveBeenCalledTimes(1));
    expect(shell.notify.history.get()[0]?.message).toBe('A Short Guide is in your library.');
  });

  it('[X-06] with only unread books suggests one, with the title in its own language', async () => {
    await dashboard([book({ title: 'Emma', language: 'fr' })]);
    expect(await screen.findByRole('heading', { name: 'Emma' })).toHaveAttribute('lang', 'fr');
    expect(await screen.findByRole('link', { name: 'Start reading' })).toHaveAttribute('href', '/read/b1');
  });

  it('[X-16] shows the latest notes in the direction of their own text', async () => {
    const note = {
      id: 'n1',
      content: 'Ask about the letters.',
      book_id: 'b1',
      updated_at: '2026-01-02T00:00:00.000Z',
    };
    await dashboard([book({ title: 'Emma' })], {
      'GET /notes': () => ({ items: [note], total: 1 }) as never,
    });
    expect(await screen.findByText('Ask about the letters.')).toHaveAttribute('dir', 'auto');
  });

  it('keeps working when a remote’s widget cannot be shown', async () => {
    await dashboard([book({ is_reading: true })]);
    expect(await screen.findByText('Recent books cannot be shown right now.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue' })).toBeInTheDocument();
  });
});

describe('the remaining reading time', () => {
  const t = (text: string, values?: Record<string, string | number>) =>
    text.replace('{{count}}', String(values?.count));
  it.each([
    [{ word_count: 24_000, progress: 0 }, 'about 2 hours left'],
    [{ word_count: 24_000, progress: 75 }, 'about 25 minutes left'],
    [{ word_count: 24_000, progress: 100 }, null],
    [{ word_count: 0, progress: 10 }, null],
  ])('of %j is %j', (rest, text) => {
    expect(timeLeft(rest, t)).toBe(text);
  });
});
