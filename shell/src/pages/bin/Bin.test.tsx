import type { BinEntry, BinKind } from '@lectern/shared-contracts/api/bin.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import type { FailedAction, SyncState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createTestHost, type TestHostOptions } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { Bin } from './Bin.tsx';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const nothing = { notes: 0, highlights: 0, bookmarks: 0, messages: 0 };
const entry = (id: string, kind: BinKind, more: Partial<BinEntry> = {}): BinEntry => ({
  id,
  kind,
  thing_id: uuid(Number(id)),
  title: '',
  excerpt: '',
  book_id: null,
  book_title: null,
  book_in_bin: false,
  deleted_at: '2026-03-02T10:00:00.000Z',
  device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  goes_at: '2026-05-31T10:00:00.000Z',
  with: nothing,
  ...more,
});
const note = { id: uuid(9), title: 'The sea', content: 'The whale is white.' } as Note;
const entries = [
  entry('9', 'note', {
    title: 'The sea',
    excerpt: 'The whale is white.',
    book_id: uuid(1),
    book_title: 'Moby-Dick',
    note,
  }),
  entry('8', 'book', { title: 'Walden', with: { ...nothing, notes: 3, highlights: 12 }, device: null }),
  entry('7', 'highlight', {
    excerpt: 'Simplify, simplify.',
    book_id: uuid(8),
    book_title: 'Walden',
    book_in_bin: true,
    deleted_at: '2026-03-01T10:00:00.000Z',
  }),
];

async function show({ all = entries, ...options }: { all?: BinEntry[] } & TestHostOptions = {}) {
  const asked: unknown[] = [];
  const answer = ({ query = {} }: { query?: { cursor?: string; kind?: string; q?: string } }) => {
    asked.push(query);
    if (query.cursor) return { items: [entry('1', 'goal', { title: 'Twelve books' })], next_cursor: null };
    const items = all.filter(
      ({ kind, title }) => (!query.kind || kind === query.kind) && (!query.q || title.includes(query.q)),
    );
    return { items, next_cursor: items.length > 2 ? 'more' : null };
  };
  const shell = createTestShell({
    routes: { 'GET /bin': answer },
    cached: { 'GET /bin': answer },
    ...options,
  });
  await renderInShell(<Bin />, shell);
  return { ...shell, asked };
}
const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const confirm = async (dialog: string, button: string) =>
  userEvent.click(
    within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name: button }),
  );
const queued = ({ host }: Awaited<ReturnType<typeof show>>) =>
  host.test.queued().map(({ type, payload }) => [type, payload]);

describe('[N-07] the bin', () => {
  it('lists what was deleted by day: its words, its book, what went with it, where, and until when it is kept', async () => {
    await show();
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Mar 2, 2026',
      'Mar 1, 2026',
    ]);
    expect(rows()).toEqual([
      'The seaThe whale is white.A note · in “Moby-Dick” · deleted on Firefox on Linux · kept until May 31, 2026Restore',
      'WaldenA book · Notes: 3 · Highlights: 12 · kept until May 31, 2026Restore',
      'Simplify, simplify.A highlight · in “Walden” · deleted on Firefox on Linux · kept until May 31, 2026Restore',
    ]);
  });

  it('names a reading by its days, and what has no words by its kind, once', async () => {
    const excerpt = '2026-01-02T12:00:00.000Z\n2026-02-03T12:00:00.000Z';
    await show({
      all: [entry('6', 'reading', { excerpt, device: null }), entry('5', 'goal', { device: null })],
    });
    const rest = 'kept until May 31, 2026Restore';
    expect(rows()).toEqual([`Jan 2, 2026 – Feb 3, 2026A reading of a book · ${rest}`, `A goal${rest}`]);
  });

  it('shows what a part kept by its own words, and what the part calls it', async () => {
    const row = { excerpt: 'Ann has it', title: 'mf-library' };
    await show({ all: [entry('6', 'row', row), entry('5', 'row', { ...row, title: 'mf-gone' })] });
    const rest = 'deleted on Firefox on Linux · kept until May 31, 2026Restore';
    expect(rows()).toEqual([`Ann has itLibrary · ${rest}`, `Ann has itmf-gone · ${rest}`]);
  });

  it('finds by kind and by words, and shows the next page when asked', async () => {
    const { asked } = await show();
    await press('Show more');
    expect(await screen.findByText('Twelve books')).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'book');
    await userEvent.type(screen.getByLabelText('Search the bin'), 'Wal');
    await waitFor(() => expect(asked).toContainEqual({ limit: 100, kind: 'book', q: 'Wal' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await userEvent.type(screen.getByLabelText('Search the bin'), 'rus');
    expect(await screen.findByText('Nothing in the bin matches.')).toBeInTheDocument();
  });

  it('restores with one click, and leads to what is back', async () => {
    const shown = await show();
    await press('Restore “The sea”');
    expect(queued(shown)).toEqual([
      [
        'RESTORE_FROM_BIN',
        { id: '9', kind: 'note', thing_id: uuid(9), book_id: uuid(1), book_in_bin: false, note },
      ],
    ]);
    expect(rows()).toHaveLength(2);
    const [message] = shown.notify.shown.get();
    expect(message?.message).toBe('Restored.');
    const go = jest.spyOn(shown.navigation, 'go');
    message?.action?.onAction();
    expect(go).toHaveBeenCalledWith('/library', { state: { page: 'notes', highlight: uuid(9) } });
  });

  it('asks whether the book should come back too', async () => {
    const shown = await show();
    await press('Restore “Simplify, simplify.”');
    expect(queued(shown)).toEqual([]);
    await confirm('Its book is in the bin too', 'Restore both');
    expect(queued(shown)).toMatchObject([['RESTORE_FROM_BIN', { id: '7', withBook: true }]]);
    expect(rows()).toHaveLength(1);
  });

  it('deletes for good only after it has said what goes', async () => {
    const shown = await show();
    await press('Delete “Walden” for good');
    await confirm('Delete “Walden” for good?', 'Delete for good');
    expect(queued(shown)).toEqual([['DELETE_FROM_BIN', { id: '8', thing_id: entries[1]?.thing_id }]]);
  });

  it('is emptied only after it has said what goes', async () => {
    const shown = await show();
    await press('Empty bin');
    const dialog = within(await screen.findByRole('dialog', { name: 'Empty the bin?' }));
    expect(
      dialog.getByText('Notes: 1 · Books: 1 · Highlights: 1 · and everything older'),
    ).toBeInTheDocument();
    await confirm('Empty the bin?', 'Empty bin');
    expect(queued(shown)[0]).toEqual(['EMPTY_BIN', { until: '2026-03-02T10:00:00.000Z' }]);
    await waitFor(() => expect(rows()).toEqual([]));
  });

  it('works offline with what is kept here; a book comes back later', async () => {
    const shown = await show({ network: 'offline' });
    await waitFor(() => expect(rows()).toHaveLength(3));
    await userEvent.type(screen.getByLabelText('Search the bin'), 'whale');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await userEvent.clear(screen.getByLabelText('Search the bin'));
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'book');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await press('Restore “Walden”');
    expect(shown.notify.shown.get().map(({ message }) => message)).toEqual([
      'It comes back when you are online.',
    ]);
    expect(queued(shown)).toMatchObject([['RESTORE_FROM_BIN', { id: '8', kind: 'book' }]]);
  });

  it('cannot be emptied while a restore waits to be sent', async () => {
    await show();
    expect(screen.getByRole('button', { name: 'Empty bin' })).toBeInTheDocument();
    await press('Restore “The sea”');
    expect(screen.queryByRole('button', { name: 'Empty bin' })).toBeNull();
  });

  it('cannot be emptied while the server has refused a restore, which may be tried again', async () => {
    const failed = [{ id: 'w1', type: 'RESTORE_FROM_BIN' } as FailedAction];
    const state = createWritable<SyncState>({ indicator: 'error', pending: 0, syncing: 0, failed });
    await show({ overrides: { sync: { ...createTestHost().sync, state } } });
    expect(screen.queryByRole('button', { name: 'Empty bin' })).toBeNull();
  });

  it('that is empty says what it is for', async () => {
    await show({ all: [] });
    expect(screen.getByText('The bin is empty')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Empty bin' })).toBeNull();
  });
});
