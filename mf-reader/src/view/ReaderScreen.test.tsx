import type { HostOfflineBooks } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReaderError } from '../engine/readerError.ts';
import { bookId, happens, manifest, openReader, queued, untilOpen } from './testing/openReader.tsx';
import { createTestEngine } from './testing/testEngine.ts';

const progress = {
  current_page: 20,
  total_pages: 100,
  percentage: 20,
  updated_at: '2026-05-01T10:00:00.000Z',
  position: { spine_index: 19, fraction: 0, page: 20 },
};

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollIntoView ??= () => {};
});

const selected = {
  text: 'Call me Ishmael.',
  page: 20,
  locator: {
    spine_index: 19,
    fraction: 0,
    cfi: 'epubcfi(/6/40!/4/2,/1:0,/1:16)',
    quote: { exact: 'Call me Ishmael.' },
  },
  box: { left: 100, top: 100, width: 120, height: 20 },
};

test('[RD-01] a book opens where its reader was, and says where that is', async () => {
  const { engine } = await openReader({ progress });
  await untilOpen();
  expect(engine.options().start).toEqual(progress.position);
  expect(screen.getByText('Page 20 of 100')).toBeInTheDocument();
  expect(screen.getByText('20% · 2 min left in chapter')).toBeInTheDocument();
});

test('a place that was saved does not take the focus from what is open above the page', async () => {
  let stored = progress;
  const { engine, host } = await openReader({ routes: { 'GET /books/:id/progress': () => stored } });
  await untilOpen();
  const before = engine.focused();
  stored = {
    ...progress,
    updated_at: '2026-05-01T10:05:00.000Z',
    position: { ...progress.position, page: 21 },
  };
  await happens(() => host.data.refresh('GET /books/:id/progress'));
  expect(engine.focused()).toBe(before);
});

test('Escape in the page closes Appearance', async () => {
  const { engine } = await openReader({ progress });
  await untilOpen();
  await userEvent.click(screen.getByRole('button', { name: 'Appearance' }));
  expect(screen.getByRole('dialog', { name: 'Appearance' })).toBeInTheDocument();
  await happens(() => engine.options().events.keyPressed(new KeyboardEvent('keydown', { key: 'Escape' })));
  expect(screen.queryByRole('dialog', { name: 'Appearance' })).toBeNull();
});

test('a passage that was asked for comes first, and only once', async () => {
  const position = { spine_index: 7, quote: { exact: 'whale' } };
  const { engine, host } = await openReader({ progress, locationState: { position } });
  await untilOpen();
  expect(engine.options().start).toEqual(position);
  expect(host.navigation.location.get().state).toBeNull();
  // Once there, the words that were meant flash.
  await waitFor(() => expect(engine.went).toEqual([position]));
  await happens(() => host.navigation.go(`/read/${bookId}`, { state: { position: { page: 55 } } }));
  await waitFor(() => expect(engine.went.at(-1)).toEqual({ page: 55 }));
});

test('[RD-05] [GM-09] turned pages are saved and credited, opening alone is not', async () => {
  const { engine, host } = await openReader({ progress });
  await untilOpen();
  expect(queued(host, 'UPDATE_PROGRESS')).toEqual([]);
  const addPages = jest.spyOn(host.session, 'addPages');
  await happens(() => engine.move(22, 'turn'));
  expect(queued(host, 'UPDATE_PROGRESS')).toMatchObject([
    { bookId, current_page: 22, total_pages: 100, percentage: 22, position: { spine_index: 21 } },
  ]);
  expect(addPages).toHaveBeenCalledWith(bookId, 2);
  expect(host.test.tracked).toMatchObject([
    { action: 'page_read', data: { pages: 2, bookId, bookTitle: 'Moby-Dick' } },
  ]);
  await happens(() => engine.move(21, 'turn'));
  expect(host.test.tracked).toHaveLength(1);
});

test('[RD-05] [E-11] the end completes the book, and is celebrated when the reader turns past it', async () => {
  const { engine, host } = await openReader({ progress });
  await untilOpen();
  await happens(() => engine.move(100, 'jump'));
  expect(queued(host, 'UPDATE_BOOK')).toEqual([]);
  await happens(() => engine.move(99, 'turn'));
  await happens(() => engine.move(100, 'turn'));
  expect(queued(host, 'UPDATE_BOOK')).toMatchObject([
    { bookId, changes: { status: 'completed', completed: true, is_reading: false, progress: 100 } },
  ]);
  expect(screen.queryByText('The end')).toBeNull();
  await happens(() => engine.options().events.passedEnd());
  expect(screen.getByText('The end')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(screen.queryByText('The end')).toBeNull();
});

test('[E-11] “The end” is a page behind the last one: the key for the page before leads back to that', async () => {
  const { engine } = await openReader({ progress });
  await untilOpen();
  await happens(() => engine.move(100, 'turn'));
  await happens(() => engine.options().events.passedEnd());
  expect(screen.getByText('The end')).toBeInTheDocument();
  const back = new KeyboardEvent('keydown', { key: 'PageUp', cancelable: true });
  await happens(() => engine.options().events.keyPressed(back));
  expect(screen.queryByText('The end')).toBeNull();
  expect(screen.getAllByText(/^Page 100 of 100/).length).toBeGreaterThan(0);
});

test('a book that is completed already is not completed again', async () => {
  const { engine, host } = await openReader({ progress, book: { completed: true, status: 'completed' } });
  await untilOpen();
  await happens(() => engine.move(100, 'turn'));
  expect(queued(host, 'UPDATE_BOOK')).toEqual([]);
  expect(screen.queryByText('The end')).toBeNull();
});

test('[RD-03] selected words become a highlight, which is drawn, changed and deleted', async () => {
  const user = userEvent.setup();
  const { engine, host } = await openReader({ progress });
  await untilOpen();
  await happens(() => engine.options().events.selected(selected));
  await user.click(screen.getByRole('button', { name: 'Green' }));
  const [created] = queued(host, 'CREATE_HIGHLIGHT') as { id: string }[];
  expect(created).toMatchObject({
    bookId,
    text: 'Call me Ishmael.',
    color: 'green',
    page: 20,
    position: selected.locator,
  });
  await waitFor(() =>
    expect(engine.marks()).toEqual([
      { id: created?.id, color: 'green', style: 'highlight', locator: selected.locator },
    ]),
  );

  await happens(() => engine.options().events.markPressed(created?.id ?? '', selected.box));
  const editor = within(screen.getByRole('dialog', { name: 'Highlight' }));
  await user.click(editor.getByRole('button', { name: 'Pink' }));
  await user.type(editor.getByRole('textbox', { name: 'Note' }), 'Some years ago');
  await user.click(editor.getByRole('button', { name: 'Done' }));
  expect(queued(host, 'UPDATE_HIGHLIGHT')).toMatchObject([
    { color: 'pink', basis: { color: [expect.any(String)] } },
    { note: 'Some years ago' },
  ]);
  expect(engine.marks()).toMatchObject([{ color: 'pink' }]);

  await happens(() => engine.options().events.markPressed(created?.id ?? '', selected.box));
  await user.click(screen.getByRole('button', { name: 'Delete highlight' }));
  expect(queued(host, 'DELETE_HIGHLIGHT')).toMatchObject([{ id: created?.id, bookId }]);
  await waitFor(() => expect(engine.marks()).toEqual([]));
});

test('[RD-03] a note can be written on selected words at once', async () => {
  const user = userEvent.setup();
  const { engine, host } = await openReader({ progress });
  await untilOpen();
  await happens(() => engine.options().events.selected(selected));
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Who speaks?');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(queued(host, 'UPDATE_HIGHLIGHT')).toMatchObject([{ note: 'Who speaks?' }]);
});

test('selected words go to the mentor, to the search and to the clipboard', async () => {
  const user = userEvent.setup();
  const { engine, host } = await openReader({ progress });
  await untilOpen();
  const select = () => happens(() => engine.options().events.selected(selected));
  await select();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(
    '“Call me Ishmael.”\n— Herman Melville, Moby-Dick, Loomings, p. 20',
  );
  await select();
  await user.click(
    within(screen.getByRole('dialog', { name: 'Selected words' })).getByRole('button', { name: 'More' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Search in this book' }));
  expect(screen.getByRole('searchbox')).toHaveValue('Call me Ishmael.');
  await select();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(host.test.visits.at(-1)).toMatchObject({
    to: '/mentor',
    state: { quote: 'Call me Ishmael.', bookId },
  });
});

test('[RD-04] a page is bookmarked, found in the panel, and its bookmark removed', async () => {
  const user = userEvent.setup();
  const { engine, host } = await openReader({ progress });
  await untilOpen();
  await user.click(screen.getByRole('button', { name: 'Bookmark this page' }));
  expect(queued(host, 'UPDATE_BOOKMARK')).toMatchObject([{ bookId, page: 20, label: 'Loomings' }]);
  await happens(() => engine.move(50, 'jump'));
  await user.click(screen.getByRole('button', { name: 'Contents, bookmarks and notes' }));
  await user.click(screen.getByRole('tab', { name: 'Bookmarks' }));
  await user.click(screen.getByRole('button', { name: /words of page 20/ }));
  expect(engine.went.at(-1)).toMatchObject({ page: 20 });
  await user.click(screen.getByRole('button', { name: 'Contents, bookmarks and notes' }));
  await user.click(screen.getAllByRole('button', { name: 'Remove bookmark' }).at(-1) as HTMLElement);
  expect(queued(host, 'DELETE_BOOKMARK')).toMatchObject([{ bookId, page: 20 }]);
});

test('[RD-04] a note is written on a page from within the reader', async () => {
  const user = userEvent.setup();
  const { host } = await openReader({ progress });
  await untilOpen();
  await user.click(screen.getByRole('button', { name: 'Contents, bookmarks and notes' }));
  await user.click(screen.getByRole('tab', { name: 'Highlights & notes' }));
  await user.click(screen.getByRole('button', { name: 'Note on this page' }));
  await user.type(screen.getByRole('textbox', { name: 'Note on this page' }), 'Here it begins.');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(queued(host, 'CREATE_NOTE')).toMatchObject([{ bookId, content: 'Here it begins.', page: 20 }]);
  expect(await screen.findByText('Here it begins.')).toBeInTheDocument();
});

test('[RD-04] words are found in the book; a hit is opened, and there is a way back', async () => {
  const user = userEvent.setup();
  const { engine, host } = await openReader({
    progress,
    routes: {
      'GET /books/:id/search': ({ query }) => ({
        items: [
          {
            book_id: bookId,
            book_title: 'Moby-Dick',
            author: 'Herman Melville',
            chapter: 'The Spouter-Inn',
            text: `the white \uE000${query?.q}\uE001 again`,
            position: { spine_index: 39, fraction: 0.5, page: 40 },
            score: 1,
          },
        ],
      }),
    },
  });
  await untilOpen();
  await user.keyboard('{Control>}f{/Control}');
  await user.type(await screen.findByRole('searchbox'), 'whale');
  const hit = await screen.findByText('whale', { selector: 'mark' });
  await user.click(hit);
  expect(engine.went).toEqual([{ spine_index: 39, fraction: 0.5, page: 40 }]);
  await user.click(screen.getByRole('button', { name: 'Back to page 20' }));
  expect(engine.went.at(-1)).toMatchObject({ page: 20 });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Back to page 20' })).toBeNull());
  expect(queued(host, 'UPDATE_PROGRESS')).toEqual([]);
});

test('[F-01] a citation opens its passage, no session begins by itself, and the place follows when the reader reads on', async () => {
  const { host, engine } = await openReader({
    progress,
    locationState: { position: { page: 60, quote: { exact: 'whale' } } },
    preferences: { 'reader.autoSession': true },
  });
  await untilOpen();
  expect(screen.getByRole('button', { name: 'Back to page 20' })).toBeInTheDocument();
  expect(host.session.active.get()).toBeNull();
  expect(queued(host, 'UPDATE_PROGRESS')).toEqual([]);
  await happens(() => engine.move(61, 'turn'));
  expect(queued(host, 'UPDATE_PROGRESS')).toMatchObject([{ current_page: 61, return_to: [{ page: 20 }] }]);
  await waitFor(() => expect(host.session.active.get()?.book.id).toBe(bookId));
  await userEvent.click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(screen.queryByRole('button', { name: 'Back to page 20' })).toBeNull();
});

test('[F-01] a place that was looked at is opened again with Try Again, and is still no reading place', async () => {
  const { host, engine } = await openReader({ progress });
  await untilOpen();
  await happens(() => engine.move(60, 'jump'));
  await happens(() => engine.options().events.failed(new ReaderError('network', 'lost')));
  await happens(() => host.test.shown.at(-1)?.action?.onAction());
  await untilOpen();
  expect(await screen.findByRole('button', { name: 'Back to page 20' })).toBeInTheDocument();
  expect(queued(host, 'UPDATE_PROGRESS')).toEqual([]);
});

test('without a network the text of a downloaded PDF is searched, and nothing of other books is shown', async () => {
  const user = userEvent.setup();
  const hit = (id: string, page: number) => ({
    book_id: id,
    book_title: 'Title',
    author: '',
    chapter: null,
    text: `the \uE000whale\uE001 on ${page}`,
    position: { page, quote: { exact: 'whale' } },
    score: 100 - page,
  });
  const offlineBooks: HostOfflineBooks = {
    books: createWritable(
      new Map([[bookId, { bookId, state: 'cached' as const, progress: 1, bytes: 1, cachedAt: 1 }]]),
    ),
    download: async () => {},
    remove: async () => {},
    search: async () => [hit(bookId, 40), hit('another', 7), hit(bookId, 3)],
  };
  await openReader({
    book: { format: 'pdf' },
    manifest: { format: 'pdf' },
    overrides: { offlineBooks },
    routes: {
      'GET /books/:id/search': () => {
        throw testError(0, 'No answer.');
      },
    },
  });
  await untilOpen();
  await user.keyboard('{Control>}f{/Control}');
  await user.type(await screen.findByRole('searchbox'), 'whale');
  const results = within(await screen.findByRole('list', { name: 'Search results' }));
  expect(results.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('the whale on 3'),
    expect.stringContaining('the whale on 40'),
  ]);
});

test('what is written into a form is kept for all devices, and the reader is told', async () => {
  const { engine, host } = await openReader({ manifest: { format: 'pdf' }, book: { format: 'pdf' } });
  await untilOpen();
  await happens(() => {
    engine.options().fields.keep({ name: 'A' });
    engine.options().fields.keep({ name: 'Ada' });
  });
  await waitFor(() => expect(queued(host, 'FILL_FORM')).toMatchObject([{ bookId, values: { name: 'Ada' } }]));
  expect(host.test.shown.map(({ message }) => message)).toEqual([
    'What you fill in is kept on all your devices.',
  ]);
});

test('[RD-01] the contents lead to a chapter', async () => {
  const user = userEvent.setup();
  const { engine } = await openReader({ progress });
  await untilOpen();
  await user.click(screen.getByRole('button', { name: 'Contents, bookmarks and notes' }));
  expect(screen.getByRole('button', { name: /Loomings/ })).toHaveAttribute('aria-current', 'location');
  await user.click(screen.getByRole('button', { name: /The Spouter-Inn/ }));
  expect(engine.went).toEqual([{ spine_index: 39 }]);
});

test('landmarks and pages of the printed edition lead into the book, where its file names them', async () => {
  const user = userEvent.setup();
  const { engine } = await openReader({
    progress,
    manifest: {
      landmarks: [{ title: 'Start of the text', href: '3.xhtml', target: 2 }],
      page_list: [{ title: 'xii', href: '2.xhtml#xii', target: 1 }],
    },
  });
  await untilOpen();
  await user.click(screen.getByRole('button', { name: 'Contents, bookmarks and notes' }));
  await user.click(screen.getByRole('radio', { name: 'Landmarks' }));
  expect(screen.queryByRole('button', { name: /Loomings/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Start of the text/ }));
  await user.click(screen.getByRole('button', { name: 'Contents, bookmarks and notes' }));
  await user.click(screen.getByRole('radio', { name: 'Printed pages' }));
  await user.click(screen.getByRole('button', { name: /xii/ }));
  expect(engine.went).toEqual([{ spine_index: 2 }, { spine_index: 1 }]);
});

test('[RD-01] keys turn pages, but not while something is written', async () => {
  const user = userEvent.setup();
  await openReader({ progress });
  await untilOpen();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(screen.getByText('Page 21 of 100')).toBeInTheDocument();
  await user.keyboard('{Control>}f{/Control}');
  await user.type(await screen.findByRole('searchbox'), 'a b');
  expect(screen.getByText('Page 21 of 100')).toBeInTheDocument();
});

test('[RD-02] a locked book asks for its password until it is right', async () => {
  const user = userEvent.setup();
  const engine = createTestEngine();
  engine.lock('open sesame');
  await openReader({ engine });
  await user.type(await screen.findByLabelText('Password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('That password does not open it.')).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'open sesame');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await untilOpen()).toBeInTheDocument();
  // Opened again in this session, it is not asked for.
  expect(await engine.options().askPassword(false)).toBe('open sesame');
});

test('a link out of the book opens only once the reader agrees', async () => {
  const user = userEvent.setup();
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const { engine } = await openReader();
  await untilOpen();
  await happens(() => engine.options().events.linkPressed('https://example.org/notes'));
  expect(screen.getByText('https://example.org/notes')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(open).not.toHaveBeenCalled();
  await happens(() => engine.options().events.linkPressed('https://example.org/notes'));
  await user.click(screen.getByRole('button', { name: 'Open link' }));
  expect(open).toHaveBeenCalledWith('https://example.org/notes', '_blank', 'noopener,noreferrer');
  open.mockRestore();
});

test('what cannot be shown says so, and can be tried again', async () => {
  const engine = createTestEngine();
  engine.failNext('corrupt');
  await openReader({ engine });
  expect(await screen.findByRole('alert')).toHaveTextContent('There was an issue loading the book reader.');
  expect(screen.getByRole('link', { name: 'Back to the library' })).toHaveAttribute('href', '/library');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await untilOpen()).toBeInTheDocument();
});

test('a book that the server does not give says why', async () => {
  let gone = true;
  await openReader({
    routes: {
      'GET /books/:id/manifest': () => {
        if (gone)
          throw testError(404, 'We can’t find this. It may have been deleted, or belong to another account.');
        return manifest;
      },
    },
  });
  expect(
    await screen.findByText('We can’t find this. It may have been deleted, or belong to another account.'),
  ).toBeInTheDocument();
  gone = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await untilOpen()).toBeInTheDocument();
});

test('another device has been further: the book goes there by itself before a page is turned, and asks afterwards', async () => {
  let stored = progress;
  const { engine, host } = await openReader({ routes: { 'GET /books/:id/progress': () => stored } });
  await untilOpen();
  const elsewhere = (page: number, minute: number) => ({
    ...progress,
    current_page: page,
    position: { spine_index: page - 1, fraction: 0, page },
    updated_at: `2099-05-01T11:0${minute}:00.000Z`,
    device: 'Safari on iPhone',
  });
  stored = elsewhere(40, 1);
  await happens(() => host.data.refresh('GET /books/:id/progress'));
  await waitFor(() => expect(engine.went).toMatchObject([{ page: 40 }]));
  await happens(() => engine.move(41, 'turn'));
  stored = elsewhere(60, 2);
  await happens(() => host.data.refresh('GET /books/:id/progress'));
  await waitFor(() => expect(host.test.shown).toHaveLength(1));
  expect(host.test.shown[0]?.message).toBe('You were on page 60 on Safari on iPhone.');
  expect(engine.went).toHaveLength(1);
});

test('a session can be started from the book, or begins by itself', async () => {
  const user = userEvent.setup();
  const { host, unmount } = await openReader();
  await untilOpen();
  await user.click(screen.getByRole('button', { name: 'Start reading session' }));
  expect(host.session.active.get()?.book.id).toBe(bookId);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Start reading session' })).toBeNull());
  unmount();
  const second = await openReader({ preferences: { 'reader.autoSession': true } });
  await untilOpen();
  await waitFor(() => expect(second.host.session.active.get()?.book.id).toBe(bookId));
});
