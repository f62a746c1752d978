import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReaderError } from '../engine/readerError.ts';
import { bookId, happens, openReader, queued, untilOpen } from './testing/openReader.tsx';

const progress = {
  current_page: 20,
  total_pages: 100,
  percentage: 20,
  updated_at: '2026-05-01T10:00:00.000Z',
  position: { spine_index: 19, fraction: 0, page: 20 },
};

test('[RD-01] a book opens where its reader was, and says where that is', async () => {
  const { engine } = await openReader({ progress });
  await untilOpen();
  expect(engine.options().start).toEqual(progress.position);
  expect(screen.getByText('Page 20 of 100')).toBeInTheDocument();
  expect(screen.getByText('20% · 2 min left in chapter')).toBeInTheDocument();
});

test('[RD-01] a key that is pressed once the text is there, but before the bars are, turns the page', async () => {
  await openReader({ progress });
  expect(screen.queryByRole('slider', { name: 'Place in the book' })).toBeNull();
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await untilOpen();
  expect(screen.getByText('Page 21 of 100')).toBeInTheDocument();
});

test('[U-12] a page that is there, but whose bars are not yet, is not covered by a placeholder', async () => {
  await openReader({ progress });
  expect(screen.queryByRole('slider', { name: 'Place in the book' })).toBeNull();
  expect(screen.queryByText('Opening the book…')).toBeNull();
  await untilOpen();
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
  // The requested text is highlighted briefly.
  await waitFor(() => expect(engine.went).toEqual([position]));
  await happens(() => host.navigation.go(`/read/${bookId}`, { state: { position: { page: 55 } } }));
  await waitFor(() => expect(engine.went.at(-1)).toEqual({ page: 55 }));
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

test.each([
  ['a page that is turned, though text scrolls', { 'reader.text': { flow: 'scrolled' } }, 'Page 21 of 100'],
  ['pages that scroll', { [`reader.sheet.${bookId}`]: { flow: 'scrolled' } }, 'Page 20 of 100'],
])('the down arrow of fixed pages: %s', async (_, preferences, place) => {
  const user = userEvent.setup();
  await openReader({ progress, preferences, manifest: { layout: 'fixed' } });
  await untilOpen();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByText(place)).toBeInTheDocument();
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
