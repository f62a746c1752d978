import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { basisOf, textStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { testError } from '@lectern/shared-contracts/testing/testApi.ts';
import type { TestHostOptions } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import NotesPage from '../expose/NotesPage.tsx';
import { renderPage } from '../testing/renderPage.tsx';
import { sampleBook, sampleId } from '../testing/sampleBooks.ts';
import { violations } from '../testing/violations.ts';

const books = [
  sampleBook(1, { title: 'Moby-Dick', author: 'Herman Melville' }),
  sampleBook(2, { title: 'Emma', author: 'Jane Austen' }),
];
const note = (number: number, fields: Partial<Note> = {}): Note => ({
  id: sampleId(700 + number),
  book_id: sampleId(1),
  title: '',
  content: `Thought ${number}`,
  type: 'note',
  page: null,
  position: null,
  color: null,
  tags: [],
  unread: false,
  created_at: `2026-01-0${number}T00:00:00.000Z`,
  updated_at: `2026-01-0${number}T00:00:00.000Z`,
  ...fields,
});
const highlight = {
  id: sampleId(800),
  book_id: sampleId(2),
  text: 'Handsome, clever, and rich',
  color: 'green' as const,
  page: 1,
  position: { cfi: 'epubcfi(/6/4!/4/2)' },
  note: null,
  created_at: '2026-01-09T00:00:00.000Z',
  updated_at: '2026-01-09T00:00:00.000Z',
};
const show = (
  notes: Note[] = [note(1), note(2, { tags: ['sea'], color: 'blue' })],
  routes = {},
  fills: TestHostOptions['fills'] = {},
) =>
  renderPage(NotesPage, {
    fills,
    routes: {
      'GET /books': () => ({ items: books, total: 2 }),
      'GET /notes': () => ({ items: notes }),
      'GET /highlights': () => ({ items: [highlight] }),
      ...routes,
    },
  });
const entries = () => screen.getAllByRole('article');
const words = () => entries().map((entry) => entry.textContent ?? '');

describe('the commonplace book', () => {
  test('[N-07] shows the earlier versions of a note or a highlight', async () => {
    const { host } = await show();
    for (const entry of entries().slice(0, 2))
      await userEvent.click(within(entry).getByRole('button', { name: 'Earlier versions' }));
    expect(host.test.versionsShown).toEqual([
      { kind: 'highlight', id: highlight.id },
      { kind: 'note', id: sampleId(702) },
    ]);
  });

  test('[NT-01] lists notes and highlights of all books, newest first, and finds by words', async () => {
    await show();
    expect(words().map((text) => text.slice(0, 9))).toEqual(['Handsome,', 'Thought 2', 'Thought 1']);
    expect(entries()[0]).toHaveTextContent('Emma, p. 1');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search your notes' }), 'melville 2');
    expect(entries()).toHaveLength(1);
    expect(entries()[0]).toHaveTextContent('Thought 2');
  });

  test('[NT-01] filters by book, tag, colour and kind', async () => {
    await show();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Book' }), 'Emma');
    expect(words()).toEqual([expect.stringContaining('Handsome')]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Book' }), 'All books');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tag' }), '#sea (1)');
    expect(words()).toEqual([expect.stringContaining('Thought 2')]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tag' }), 'All tags');
    await userEvent.click(screen.getByRole('button', { name: /^Green/ }));
    expect(words()).toEqual([expect.stringContaining('Handsome')]);
    await userEvent.click(screen.getByRole('button', { name: 'Notes' }));
    expect(screen.getByRole('heading', { name: 'No note matches' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show all notes' }));
    expect(entries()).toHaveLength(3);
  });

  test('[U-36] names the five colors of highlights, each with the number of its entries', async () => {
    await show();
    const group = screen.getByRole('group', { name: 'Color' });
    const chips = within(group)
      .getAllByRole('button')
      .map((chip) => chip.textContent);
    expect(chips).toEqual(['Yellow0', 'Green1', 'Blue1', 'Pink0', 'Purple0']);
  });

  test('[U-37] stands by month or by book, in either direction, with the number of each', async () => {
    await show([note(5), note(2, { created_at: '2025-11-20T12:00:00.000Z' })]);
    const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
    const sort = screen.getByRole('combobox', { name: 'Sort by' });
    expect(headings()).toEqual(['January 2026 2', 'November 2025 1']);
    await userEvent.selectOptions(sort, 'By month, oldest first');
    expect(headings()).toEqual(['November 2025 1', 'January 2026 2']);
    await userEvent.selectOptions(sort, 'By book, in reading order');
    expect(headings()).toEqual(['Emma 1', 'Moby-Dick 2']);
  });

  test('[U-37] finds what was marked in a month, or between two days', async () => {
    await show([note(5), note(2, { created_at: '2025-11-20T12:00:00.000Z' })]);
    const date = screen.getByRole('combobox', { name: 'Date' });
    await userEvent.selectOptions(date, 'November 2025 (1)');
    expect(words()).toEqual([expect.stringContaining('Thought 2')]);
    await userEvent.selectOptions(date, 'From … to …');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2025-11-21' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-08' } });
    expect(words()).toEqual([expect.stringContaining('Thought 5')]);
    await userEvent.selectOptions(date, 'Any time');
    expect(entries()).toHaveLength(3);
  });

  test('[NT-01] a note is written with its book, title, tags, page and colour', async () => {
    const { host } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
    const form = screen.getByRole('form', { name: 'New note' });
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'Book' }), 'Emma');
    await userEvent.type(within(form).getByRole('textbox', { name: 'Note' }), 'She *meddles*');
    await userEvent.type(within(form).getByRole('textbox', { name: 'Title' }), 'On Emma');
    await userEvent.type(within(form).getByRole('textbox', { name: 'Tags' }), 'irony, people');
    await userEvent.type(within(form).getByRole('textbox', { name: 'Page' }), '12.7');
    await userEvent.click(within(form).getByRole('radio', { name: 'Pink' }));
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
    expect(host.test.queued()).toMatchObject([
      {
        type: 'CREATE_NOTE',
        payload: {
          bookId: sampleId(2),
          title: 'On Emma',
          content: 'She *meddles*',
          type: 'note',
          page: 12,
          position: { page: 12 },
          color: 'pink',
          tags: ['irony', 'people'],
        },
      },
    ]);
    const written = await screen.findByRole('heading', { name: 'On Emma' });
    expect(written.closest('article')?.querySelector('em')).toHaveTextContent('meddles');
  });

  test('[NT-01] a note is changed in its place, and deleted after one has said so', async () => {
    const { host } = await show([note(1)]);
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Note' });
    expect(field).toHaveFocus();
    await userEvent.type(field, ', again');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Thought 1, again')).toBeInTheDocument();
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(entries()).toHaveLength(1));
    expect(host.test.queued().map(({ type }) => type)).toEqual(['UPDATE_NOTE', 'DELETE_NOTE']);
  });

  test('a sentence that was not finished is there again after the page was left, until it is saved or given up', async () => {
    const first = await show([note(1)]);
    await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'In the middle of');
    const preferences = { 'draft.note': first.host.preferences.watch('draft.note', null).get() };
    first.unmount();
    const routes = { 'GET /books': () => ({ items: books, total: 2 }) };
    const { host } = await renderPage(NotesPage, { routes, preferences });
    const field = screen.getByRole('textbox', { name: 'Note' });
    expect(field).toHaveValue('In the middle of');
    await userEvent.type(field, ' a sentence.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(host.test.queued()).toMatchObject([{ payload: { content: 'In the middle of a sentence.' } }]);
    expect(host.preferences.watch('draft.note', null).get()).toBeNull();
  });

  test('[F-14] a text that is too long is not cut: it says so, and is saved once it fits', async () => {
    const { host } = await show([note(1)]);
    await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
    const field = screen.getByRole('textbox', { name: 'Note' });
    fireEvent.change(field, { target: { value: 'x'.repeat(100_001) } });
    expect(field).toHaveAccessibleDescription(/At most 100000 characters fit here; this has 100001\./);
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    fireEvent.change(field, { target: { value: 'x'.repeat(100_000) } });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(host.test.queued()).toMatchObject([{ payload: { content: 'x'.repeat(100_000) } }]);
  });

  test('a note that is being saved as the page is left is not offered once more; one that was not saved is', async () => {
    const { host } = await show([note(1)]);
    const saving = Promise.withResolvers<void>();
    host.sync.enqueue = () => saving.promise;
    await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'In a hurry');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(host.preferences.watch('draft.note', null).get()).toBeNull();
    await act(async () => saving.reject(new Error('the disk is full')));
    expect(host.preferences.watch('draft.note', null).get()).toMatchObject({ thought: 'In a hurry' });
  });

  test('what another device writes while one is typing counts as not seen', async () => {
    let content = 'Thought 1';
    const { host } = await show([], { 'GET /notes': () => ({ items: [note(1, { content })] }) });
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Edit' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), ' and more');
    content = 'Written elsewhere';
    await act(() => host.sync.flush());
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(host.test.queued()).toMatchObject([
      { payload: { content: 'Thought 1 and more', replaces: [textStamp(note(1))] } },
    ]);
  });

  test('[Y-07] only what the reader has changed is written, and another device’s tags, page and color stay', async () => {
    let fields: Partial<Note> = { tags: ['sea'], color: 'blue' };
    const { host } = await show([], { 'GET /notes': () => ({ items: [note(1, fields)] }) });
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Edit' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Tags' }), ', whales');
    fields = { tags: ['sea', 'ships'], color: 'pink', page: 9, content: 'Written elsewhere' };
    await act(() => host.sync.flush());
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(host.test.queued().map(({ payload }) => payload)).toEqual([
      {
        id: note(1).id,
        bookId: note(1).book_id,
        tags: ['sea', 'whales'],
        tagChanges: { added: ['whales'], removed: [] },
      },
    ]);
  });

  test('[Y-07] a draft of a closed page keeps what it was made from', async () => {
    const first = await show([note(1, { tags: ['sea'], page: 3 })]);
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Edit' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Page' }), '4');
    const name = `draft.note.change.${note(1).id}`;
    const preferences = { [name]: first.host.preferences.watch(name, null).get() };
    first.unmount();
    const later = note(1, { tags: ['ships'], page: 9, content: 'Written elsewhere' });
    const { host } = await renderPage(NotesPage, {
      routes: { 'GET /books': () => ({ items: books, total: 2 }), 'GET /notes': () => ({ items: [later] }) },
      preferences,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(host.test.queued().map(({ payload }) => payload)).toEqual([
      { id: later.id, bookId: later.book_id, page: 34, basis: basisOf({ page: 3 }, { page: 34 }) },
    ]);
  });

  test('two notes can be edited at once, and each keeps its draft', async () => {
    await show([note(1), note(2)]);
    for (const entry of entries().slice(1))
      await userEvent.click(within(entry).getByRole('button', { name: 'Edit' }));
    const fields = screen.getAllByRole('textbox', { name: 'Note' });
    for (const [index, field] of fields.entries()) await userEvent.type(field, ` more ${index}`);
    expect(fields.map((field) => (field as HTMLTextAreaElement).value)).toEqual([
      'Thought 2 more 0',
      'Thought 1 more 1',
    ]);
  });

  test('a highlight gets a thought and another colour, or goes', async () => {
    const { host } = await show();
    await userEvent.click(within(entries()[0] as HTMLElement).getByRole('button', { name: 'Edit' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Your thought' }), 'Too rich');
    await userEvent.click(screen.getByRole('radio', { name: 'Purple' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(host.test.queued()).toMatchObject([
      { type: 'UPDATE_HIGHLIGHT', payload: { id: highlight.id, note: 'Too rich', color: 'purple' } },
    ]);
    expect(await screen.findByText('Too rich')).toBeInTheDocument();
  });

  test('Escape leaves a note as it was', async () => {
    const { host } = await show([note(1)]);
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Edit' }));
    await userEvent.keyboard('x{Escape}');
    expect(screen.getByText('Thought 1')).toBeInTheDocument();
    expect(host.test.queued()).toEqual([]);
    // Escape may be an accident: the text is there when the note is edited again, until Cancel.
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Edit' }));
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('xThought 1');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Edit' }));
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Thought 1');
  });

  test('the source leads to the passage itself', async () => {
    const { host } = await show();
    await userEvent.click(screen.getByRole('link', { name: 'Emma, p. 1' }));
    expect(host.test.visits).toEqual([
      { to: `/read/${sampleId(2)}`, state: { position: { cfi: 'epubcfi(/6/4!/4/2)' } } },
    ]);
  });

  test('[AF-05] markup in notes, tags, quotations and titles is shown as text', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    await show([note(1, { title: evil, tags: [evil], position: { quote: { exact: evil } } })]);
    expect(screen.getByRole('heading', { name: evil })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: `#${evil}` })).toBeInTheDocument();
    expect(document.querySelector('[onerror]')).toBeNull();
  });
});

describe('when it goes wrong', () => {
  test.each([
    ['Failed to create note', new Error('the disk is full')],
    ['A note can be 100,000 characters long.', testError(422, 'A note can be 100,000 characters long.')],
  ])('[NT-02] it says: %s', async (message, error) => {
    const { host } = await show();
    host.sync.enqueue = () => Promise.reject(error);
    await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(host.test.shown).toEqual([{ tone: 'danger', message }]);
    // The text is still in the editor.
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('x');
  });

  test('[NT-02] Failed to update note, Failed to delete note', async () => {
    const { host } = await show([note(1)]);
    host.sync.enqueue = () => Promise.reject(new Error('no'));
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Edit' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(host.test.shown.map(({ message }) => message)).toEqual([
      'Failed to update note',
      'Failed to delete note',
    ]);
  });

  test('notes that cannot be had can be asked for again', async () => {
    let broken = true;
    await show([], {
      'GET /notes': () => {
        if (broken) throw testError(500, 'Request failed (500)');
        return { items: [note(1)] };
      },
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Request failed (500)');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Thought 1')).toBeInTheDocument();
  });
});

test('[NT-03] looking at the notes makes none unread, and those that were stay marked as new', async () => {
  let unread = true;
  const { host } = await show([], {
    'GET /notes': () => ({ items: [note(1, { unread }), note(2)] }),
    'POST /notes/seen': () => {
      unread = false;
      return null;
    },
  });
  await waitFor(() => expect(host.test.calls.filter(({ key }) => key === 'GET /notes')).toHaveLength(2));
  expect(host.test.calls.filter(({ key }) => key === 'POST /notes/seen')).toHaveLength(1);
  expect(screen.getByText('New').closest('article')).toHaveTextContent('Thought 1');
  expect(screen.getAllByText('New')).toHaveLength(1);
});

test('what is shown is kept as a file, in a format of a part', async () => {
  const files: Blob[] = [];
  URL.createObjectURL = (blob) => {
    files.push(blob as Blob);
    return 'blob:made';
  };
  URL.revokeObjectURL = () => undefined;
  const names: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const run = jest.fn(() => ({ name: 'lectern-notes.csv', type: 'text/csv', content: 'Highlight' }));
  await show(undefined, {}, { 'mf-library/export-format': [{ label: 'CSV for Readwise', run }] });
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV for Readwise' }));
  await waitFor(() => expect(names).toEqual(['lectern-notes.csv']));
  expect(run.mock.calls[0]).toMatchObject([{ entries: [{ kind: 'highlight' }, { tags: ['sea'] }, {}] }]);
  expect(files[0]?.type).toContain('text/csv');
});

test('a book without notes teaches the next step', async () => {
  await show([], { 'GET /highlights': () => ({ items: [] }) });
  expect(screen.getByRole('heading', { name: 'No notes yet' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
  expect(screen.getByRole('form', { name: 'New note' })).toBeInTheDocument();
});

test('axe finds nothing wrong, with the editor open', async () => {
  const { container } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Write a note' }));
  expect(await violations(container)).toEqual([]);
});

test('another part does something with a note; when it fails, its sentence is shown', async () => {
  const run = jest.fn(() => {
    throw new Error('Ask did not work.');
  });
  const { host } = await show(
    [note(1)],
    {},
    { 'mf-library/note-action': [{ label: 'Ask the mentor', run }] },
  );
  await userEvent.click(within(entries()[1] as HTMLElement).getByRole('button', { name: 'Ask the mentor' }));
  expect(run.mock.calls[0]).toMatchObject([
    { id: note(1).id, bookId: note(1).book_id, text: note(1).content },
  ]);
  expect(host.test.shown).toMatchObject([{ tone: 'warning', message: 'Ask did not work.' }]);
});
