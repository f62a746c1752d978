import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bookId, happens, openReader, queued, untilOpen } from './testing/openReader.tsx';

const progress = {
  current_page: 20,
  total_pages: 100,
  percentage: 20,
  updated_at: '2026-05-01T10:00:00.000Z',
  position: { spine_index: 19, fraction: 0, page: 20 },
};

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
  margins: { left: { from: 0, to: 80 }, right: { from: 920, to: 1_000 } },
};

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

test('selected words go to the search, to the clipboard and to what other parts add', async () => {
  const user = userEvent.setup();
  const run = jest.fn();
  const fills = {
    'mf-reader/selection-action': [
      { label: 'Ask', run },
      { label: 'Lend', run: () => null },
    ],
  };
  const { engine } = await openReader({ progress, fills });
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
  expect(run.mock.calls).toMatchObject([[{ text: 'Call me Ishmael.', bookId, format: 'epub', page: 20 }]]);
  await select();
  await user.click(
    within(screen.getByRole('dialog', { name: 'Selected words' })).getByRole('button', { name: 'More' }),
  );
  expect(await screen.findByRole('menuitem', { name: 'Lend' })).toBeVisible();
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
