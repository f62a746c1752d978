import type { Version } from '@lectern/shared-contracts/api/bin.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { Versions } from './Versions.tsx';

const id = '00000000-0000-4000-8000-000000000011';
const note: Note = {
  id,
  book_id: null,
  title: 'The sea',
  content: 'The whale is grey.',
  type: 'note',
  page: null,
  position: null,
  color: null,
  tags: ['whales'],
  unread: false,
  created_at: '2026-01-01T10:00:00.000Z',
  updated_at: '2026-01-03T10:00:00.000Z',
};
const version = (key: string, at: string, fields: Version['fields']): Version => ({
  id: key,
  at,
  device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  fields,
});
const versions = [
  version('3', '2026-01-03T10:00:00.000Z', {
    title: 'The sea',
    content: 'The whale is white.',
    tags: ['whales'],
  }),
  version('2', '2026-01-02T10:00:00.000Z', {
    title: 'The sea',
    content: 'The whale is grey.',
    tags: ['whales'],
  }),
  version('1', '2026-01-02T09:00:00.000Z', { title: 'Sea', content: 'A whale.', tags: ['whales', 'sea'] }),
];

async function show(items: Version[] = versions, notes: Note[] = [note]) {
  const onClose = jest.fn();
  const shell = createTestShell({
    routes: {
      'GET /versions/:kind/:id': () => ({ items, next_cursor: null }),
      'GET /notes': () => ({ items: notes }),
      'GET /highlights': () => ({ items: [] }),
      'GET /collections': () => ({ items: [] }),
      'GET /books': () => ({ items: [], total: 0 }),
    },
  });
  await renderInShell(<Versions thing={{ kind: 'note', id }} onClose={onClose} />, shell);
  return { ...shell, onClose };
}
const sheet = () => within(screen.getByRole('dialog', { name: 'Earlier versions' }));
const differences = () => ({
  back: screen.queryAllByRole('insertion').map(({ textContent }) => textContent),
  out: screen.queryAllByRole('deletion').map(({ textContent }) => textContent),
});

describe('[N-07] earlier versions', () => {
  it('are listed by day and device; the newest is open and shows what is different, by words', async () => {
    await show();
    expect(
      sheet()
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Jan 3, 2026', 'Jan 2, 2026']);
    const [newest] = sheet().getAllByRole('button', { name: /^Until .*Firefox on Linux$/ });
    expect(newest).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => expect(differences()).toEqual({ back: ['white'], out: ['grey'] }));
  });

  it('one of them becomes the current text by an ordinary change, which says what it replaces', async () => {
    const { host, onClose } = await show();
    await userEvent.click(sheet().getAllByRole('button', { name: /^Until/ })[2] as HTMLElement);
    await userEvent.click(sheet().getByRole('button', { name: 'Use this version' }));
    expect(host.test.queued()).toMatchObject([
      {
        type: 'UPDATE_NOTE',
        payload: {
          id,
          title: 'Sea',
          content: 'A whale.',
          replaces: [expect.any(String)],
          tags: ['whales', 'sea'],
          tagChanges: { added: ['sea'], removed: [] },
        },
      },
    ]);
    expect(onClose).toHaveBeenCalled();
  });

  it('that equals the current text, or whose thing is deleted, is only shown', async () => {
    await show(versions.slice(1, 2));
    expect(sheet().getByText('The same as the current text.')).toBeInTheDocument();
    expect(sheet().queryByRole('button', { name: 'Use this version' })).toBeNull();
  });

  it('of a text that was never changed: it says what will be kept', async () => {
    await show([]);
    expect(sheet().getByText(/There is no earlier version yet/)).toBeInTheDocument();
  });

  it('open for a thing that a remote names, on any page', async () => {
    const shell = createTestShell({ routes: { 'GET /versions/:kind/:id': () => ({ items: versions }) } });
    const { SignedInLayout } = await import('../SignedInLayout.tsx');
    await renderInShell(
      <SignedInLayout user={testUser} title="" crumbs={[]} bare>
        page
      </SignedInLayout>,
      shell,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    const services = await shell.signedIn.ready();
    await act(async () => services.versions.set({ kind: 'note', id }));
    expect(await screen.findByRole('dialog', { name: 'Earlier versions' })).toBeInTheDocument();
    await userEvent.click(sheet().getByRole('button', { name: 'Close' }));
    expect(services.versions.get()).toBeNull();
  });
});
