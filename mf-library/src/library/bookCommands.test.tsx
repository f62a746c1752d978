import { basisOf } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import LibraryPage from '../expose/LibraryPage.tsx';
import { renderPage } from '../testing/renderPage.tsx';
import { sampleBook, sampleId } from '../testing/sampleBooks.ts';
import { violations } from '../testing/violations.ts';

const emma = sampleBook(1, { title: 'Emma', author: 'Jane Austen' });

async function openMenu(title = 'Emma') {
  await userEvent.click(await screen.findByRole('button', { name: `More about ${title}` }));
  return screen.findByRole('menu');
}
async function choose(item: string, title?: string) {
  const menu = await openMenu(title);
  await userEvent.click(within(menu).getByRole('menuitem', { name: item }));
}
const show = (book = emma, options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(LibraryPage, {
    ...options,
    routes: { 'GET /books': () => ({ items: [book], total: 1 }), ...options.routes },
  });

describe('the menu of a book', () => {
  test('[LB-08] Start Reading Session, then Pause, Resume and End Session', async () => {
    const { host } = await show();
    await choose('Start Reading Session');
    expect(host.session.active.get()).toMatchObject({
      book: { id: emma.id, title: 'Emma' },
      isPaused: false,
    });
    await choose('Pause');
    expect(host.session.active.get()?.isPaused).toBe(true);
    await choose('Resume');
    expect(host.session.active.get()?.isPaused).toBe(false);
    await choose('End Session');
    expect(host.session.active.get()).toBeNull();
    expect(host.session.history.get()).toHaveLength(1);
  });

  test('[LB-08] Open Book', async () => {
    const { host } = await show();
    await choose('Open Book');
    expect(host.test.visits).toEqual([{ to: `/read/${emma.id}` }]);
  });

  test('[LB-08] [OF-03] Mark as Completed writes the status alone, and the shelf shows it at once', async () => {
    const last_opened = '2026-01-02T00:00:00.000Z';
    const { host } = await show(
      sampleBook(1, { title: 'Emma', progress: 40, is_reading: true, last_opened }),
    );
    await choose('Mark as Completed');
    const [action] = host.test.queued();
    expect(action).toMatchObject({
      type: 'UPDATE_BOOK',
      payload: {
        bookId: emma.id,
        changes: { status: 'completed', completed: true, progress: 100, is_reading: false },
      },
    });
    // Another device may have changed the title or opened the book, which this one has not read yet.
    expect(action?.payload).not.toHaveProperty('changes.title');
    expect(action?.payload).not.toHaveProperty('changes.last_opened');
    expect(await screen.findByRole('img', { name: 'Completed' })).toBeInTheDocument();
  });

  test('[LB-08] Add to Collection: one that is there, or a new one', async () => {
    const { host } = await show(emma, {
      routes: {
        'GET /collections': () => ({
          items: [
            {
              id: sampleId(900),
              name: 'Comedies',
              description: null,
              color: null,
              icon: null,
              bookIds: [],
              updated_at: '2026-01-01T00:00:00.000Z',
            },
          ],
        }),
      },
    });
    await choose('Add to Collection');
    await userEvent.click(await screen.findByRole('button', { name: 'Comedies' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await choose('Add to Collection');
    expect(await screen.findByRole('button', { name: 'Comedies', pressed: true })).toBeInTheDocument();
    await userEvent.type(screen.getByRole('textbox', { name: 'New collection' }), 'For the winter{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(host.test.shown.at(-1)?.message).toBe('Added to “For the winter”.');
    expect(
      host.test.queued().map(({ type, payload }) => [type, (payload as { bookIds: string[] }).bookIds]),
    ).toEqual([
      ['SAVE_COLLECTION', [emma.id]],
      ['SAVE_COLLECTION', [emma.id]],
    ]);
  });

  test('a book goes only after one has said so, with what goes along', async () => {
    const { host } = await show();
    await choose('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Emma”?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(host.test.queued()).toEqual([]);
    await choose('Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No books in your library yet')).toBeInTheDocument();
    expect(host.test.queued()).toMatchObject([{ type: 'DELETE_BOOK', payload: { bookId: emma.id } }]);
  });

  test('[Y-07] a deletion says separately up to when it knows the notes and the highlights of the book', async () => {
    const written = (day: number, book_id: string) => ({
      id: sampleId(800 + day),
      book_id,
      page: null,
      position: null,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: `2026-01-0${day}T00:00:00.000Z`,
    });
    const note = (day: number, book_id = emma.id) => ({
      ...written(day, book_id),
      ...{ title: '', content: 'Clever', type: 'general' as const, color: null, tags: [], unread: false },
    });
    const highlight = {
      ...written(3, emma.id),
      ...{ text: 'Emma', color: 'yellow' as const, note: null },
    };
    const { host } = await show(emma, {
      routes: {
        'GET /notes': () => ({ items: [note(2), note(4, sampleId(2))] }),
        'GET /highlights': () => ({ items: [highlight] }),
      },
    });
    await choose('Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('No books in your library yet');
    expect(host.test.queued()).toMatchObject([
      { payload: { seen: note(2).updated_at, seenHighlights: highlight.updated_at } },
    ]);
  });

  test('[M-10] a book that could not be deleted stays, and so does the question', async () => {
    const { host } = await show();
    host.sync.enqueue = async () => {
      throw new Error('Storage quota exceeded');
    };
    await choose('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Emma”?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(host.test.shown.at(-1)).toMatchObject({ tone: 'danger' }));
    expect(dialog).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  test('details are corrected, and only what was changed is written', async () => {
    const { host } = await show();
    await choose('Edit Details');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Details' });
    const title = within(dialog).getByRole('textbox', { name: 'Title' });
    await userEvent.clear(title);
    expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.type(title, 'Emma, a Novel');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Your rating' }), '5');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(host.test.queued()).toMatchObject([
      { type: 'UPDATE_BOOK', payload: { bookId: emma.id, changes: { title: 'Emma, a Novel', rating: 5 } } },
    ]);
    expect(await screen.findByRole('link', { name: /Emma, a Novel/ })).toBeInTheDocument();
  });

  test('tags are added by Enter, a comma or leaving the field, and removed, beside those of another device', async () => {
    const { host } = await show(sampleBook(1, { title: 'Emma', tags: ['sea', 'old'] }));
    await choose('Edit Details');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Details' });
    const field = within(dialog).getByRole('combobox', { name: 'Tags' });
    await userEvent.type(field, 'Bath{Enter}SEA,to read');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove old' }));
    const tags = within(dialog).getByRole('list', { name: 'Tags' });
    expect(
      within(tags)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['sea', 'Bath', 'to read']);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(host.test.queued()).toMatchObject([
      {
        type: 'UPDATE_BOOK',
        payload: {
          changes: { tags: ['sea', 'Bath', 'to read'] },
          tagChanges: { added: ['Bath', 'to read'], removed: ['old'] },
        },
      },
    ]);
  });

  test('[Y-07] a description is there again after Escape or a reload, with what it was made from, until Cancel', async () => {
    const { host } = await show(emma, {
      preferences: { [`draft.book.${emma.id}`]: { description: 'Half a sent', before: 'As it was' } },
    });
    await choose('Edit Details');
    const field = await screen.findByRole('textbox', { name: 'Description' });
    expect(field).toHaveValue('Half a sent');
    await userEvent.type(field, 'ence{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await choose('Edit Details');
    expect(await screen.findByRole('textbox', { name: 'Description' })).toHaveValue('Half a sentence');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const changes = { description: 'Half a sentence' };
    expect(host.test.queued().map(({ payload }) => payload)).toEqual([
      { bookId: emma.id, changes, basis: basisOf({ description: 'As it was' }, changes) },
    ]);
    expect(host.preferences.watch(`draft.book.${emma.id}`, null).get()).toBeNull();
  });

  test('[U-14] a book is downloaded and removed again; without a network it then says that it is not here', async () => {
    const { host } = await show();
    await choose('Download for Offline');
    expect(host.test.offlineBooks.get().get(emma.id)?.state).toBe('cached');
    expect(await screen.findByRole('img', { name: 'Available offline' })).toBeInTheDocument();
    act(() => host.test.network.set('offline'));
    expect(screen.queryByRole('img', { name: 'Not on this device' })).not.toBeInTheDocument();
    await choose('Remove Download');
    expect(host.test.offlineBooks.get().size).toBe(0);
    expect(await screen.findByRole('img', { name: 'Not on this device' })).toBeInTheDocument();
  });

  test('axe finds nothing wrong with the menu and the dialogs', async () => {
    await show();
    await openMenu();
    expect(await violations(document.body)).toEqual([]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit Details' }));
    await screen.findByRole('dialog');
    expect(await violations(document.body)).toEqual([]);
  });
});

describe('the stop button', () => {
  test('[LB-08] ends the session on the book', async () => {
    const { host } = await show();
    expect(screen.queryByRole('button', { name: 'Stop reading Emma' })).not.toBeInTheDocument();
    await choose('Start Reading Session');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop reading Emma' }));
    expect(host.session.active.get()).toBeNull();
  });

  test('[LB-08] says of a book that is being read without a session that it is paused', async () => {
    const { host } = await show(
      sampleBook(1, { title: 'Emma', status: 'reading', is_reading: true, progress: 10 }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Stop reading Emma' }));
    const [action] = host.test.queued();
    expect(action).toMatchObject({
      type: 'UPDATE_BOOK',
      payload: { changes: { status: 'paused', is_reading: true } },
    });
    expect(JSON.stringify(action?.payload)).toMatch(/"last_opened":"\d{4}-/);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Stop reading Emma' })).not.toBeInTheDocument(),
    );
  });

  test('[U-03] says in words what it does, and can be undone', async () => {
    const last_read = '2026-02-01T00:00:00.000Z';
    const { host } = await show(
      sampleBook(1, { title: 'Emma', status: 'paused', is_reading: true, progress: 10, last_read }),
    );
    const button = await screen.findByRole('button', { name: 'Stop reading Emma' });
    expect(button).toHaveTextContent('Stop reading');
    await userEvent.click(button);
    const message = host.test.shown.at(-1);
    expect(message?.message).toBe('You stopped reading “Emma”.');
    act(() => message?.action?.onAction());
    expect(await screen.findByRole('button', { name: 'Stop reading Emma' })).toBeVisible();
    expect(host.test.queued().at(-1)).toMatchObject({
      payload: { changes: { status: 'paused', is_reading: true, last_read } },
    });
  });
});

describe('covers', () => {
  const call = 'POST /covers-enhanced/ensure';

  test('[LB-09] a missing cover is asked for once, and shown when it comes', async () => {
    const { host, container } = await show(
      sampleBook(1, { title: 'Emma', cover_url: null, cover_base: null }),
      {
        routes: { [call]: () => ({ cover_url: '/made/medium.webp', cover_base: '/made' }) },
      },
    );
    await waitFor(() => expect(container.querySelector('img[src="/made/medium.webp"]')).not.toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    const asked = host.test.calls.filter(({ key }) => key === call);
    expect(asked).toMatchObject([{ request: { body: { bookId: emma.id, title: 'Emma' } } }]);
  });

  test('[LB-09] one that does not load is replaced by a typeset cover, and a better one is asked for', async () => {
    const { host, container } = await show(emma, {
      routes: { [call]: () => Promise.reject(new Error('no')) },
    });
    const image = await waitFor(() => {
      const found = container.querySelector<HTMLImageElement>(
        '[data-book-id] img[src="/covers/1/medium.webp"]',
      );
      expect(found).not.toBeNull();
      return found as HTMLImageElement;
    });
    fireEvent.error(image);
    await waitFor(() => expect(container.querySelector('[data-book-id] img')).toBeNull());
    expect(within(container.querySelector('[data-book-id]') as HTMLElement).getAllByText('Emma').length).toBe(
      2,
    );
    await waitFor(() => expect(host.test.calls.filter(({ key }) => key === call)).toHaveLength(1));
  });

  test('[LB-09] a generated one says so', async () => {
    await show(sampleBook(1, { cover_source: 'generated' }));
    expect((await screen.findAllByText('AI-generated')).length).toBeGreaterThan(0);
  });
});
