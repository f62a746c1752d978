import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import type { FederatedComponent } from '@lectern/shared-contracts/contract/host.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import BookPage from '../../expose/BookPage.tsx';
import locale from '../../locales/en.json';
import { installLayout } from '../../testing/layout.ts';
import { readableFile } from '../../testing/readableFile.ts';
import { sampleBook, sampleId } from '../../testing/sampleBooks.ts';
import { violations } from '../../testing/violations.ts';

const emma = sampleBook(1, {
  title: 'Emma',
  author: 'Jane Austen',
  genre: 'Novel',
  tags: ['Bath & balls'],
  language: 'en',
  description: 'Handsome, clever, and rich.',
  word_count: 160_000,
  progress: 40,
  status: 'reading',
  is_reading: true,
});
const at = '2026-02-01T10:00:00Z';

async function show(book = emma, moreNotes: readonly Note[] = [], sessions = 1) {
  installLayout();
  const host = createTestHost({
    locale,
    routes: {
      'GET /books': () => ({ items: [book], total: 1 }),
      'GET /books/:id': () => book,
      'GET /notes': () => ({
        items: [
          { ...note(10, 'A thought on the ball'), page: 30 },
          { ...note(11, 'It stays with me.'), type: 'review', title: 'Review' },
          { ...note(12, 'Of another book'), book_id: sampleId(9) },
          ...moreNotes,
        ],
      }),
      'GET /highlights': () => ({
        items: [
          {
            id: sampleId(20),
            book_id: book.id,
            text: 'I always deserve the best treatment',
            color: 'yellow',
            page: 12,
            position: null,
            note: null,
            created_at: at,
            updated_at: at,
          },
        ],
      }),
      'GET /collections': () => ({ items: [] }),
      'GET /readings': () => ({ items: [] }),
      'GET /reading/sessions': () => ({
        items: Array.from({ length: sessions }, (_, index) => ({
          id: sampleId(30 + index),
          book_id: book.id,
          book_title: book.title,
          started_at: `2026-02-0${1 + (index % 9)}T${String(10 + Math.floor(index / 9))}:00:00Z`,
          ended_at: `2026-02-0${1 + (index % 9)}T${String(10 + Math.floor(index / 9))}:40:00Z`,
          seconds: 2_400,
          start_page: 1,
          end_page: 20,
          pages_read: 19,
          notes: null,
        })),
        total: sessions,
      }),
    },
  });
  const Page: FederatedComponent = BookPage;
  const result = render(<Page host={host} params={{ bookId: book.id }} />);
  await act(async () => {});
  return { host, ...result };
}

function note(number: number, content: string) {
  return {
    id: sampleId(number),
    book_id: emma.id,
    title: '',
    content,
    type: 'note',
    page: null as number | null,
    position: null,
    color: null,
    tags: [],
    unread: false,
    created_at: at,
    updated_at: at,
  };
}

describe('the page of a book', () => {
  test('has its details, its description, what was marked in it, and when it was read', async () => {
    const { container } = await show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Jane Austen' })).toHaveAttribute(
      'href',
      '/library?author=Jane%20Austen',
    );
    expect(screen.getByRole('link', { name: 'Bath & balls' })).toHaveAttribute(
      'href',
      '/library?tag=Bath%20%26%20balls',
    );
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', `/read/${emma.id}`);
    expect(screen.getByText('Handsome, clever, and rich.')).toBeInTheDocument();
    expect(screen.getByText('English')).toBeInTheDocument();
    const notes = screen.getByRole('list', { name: 'Notes' });
    // In the order of the book.
    expect(notes).toHaveTextContent(/I always deserve.*A thought on the ball/);
    expect(notes).not.toHaveTextContent(/another book|stays with me/);
    expect(screen.getByRole('region', { name: 'Sessions' })).toHaveTextContent('40 min in 1 session.');
    expect(await violations(container)).toEqual([]);
  });

  test('lists when it was read; a finished one is begun again at its first page, and the reading is kept', async () => {
    const finished = {
      ...emma,
      ...{
        status: 'completed' as const,
        completed: true,
        is_reading: false,
        progress: 100,
        rating: 4,
        page_count: 90,
      },
      completed_at: '2026-02-20T12:00:00.000Z',
    };
    const { host, container } = await show(finished);
    const readings = within(await screen.findByRole('region', { name: 'Readings' }));
    expect(readings.getByText('Read once.')).toBeInTheDocument();
    expect(readings.getByRole('listitem')).toHaveTextContent(/Feb 1 – 20, 2026.*40 min.*★★★★/);
    expect(await violations(container)).toEqual([]);
    await userEvent.click(readings.getByRole('button', { name: 'Read again' }));
    await waitFor(() => expect(host.test.queued()).toHaveLength(4));
    expect(host.test.queued()).toMatchObject([
      {
        type: 'SAVE_READING',
        payload: {
          started_at: '2026-02-01T10:00:00Z',
          finished_at: finished.completed_at,
          outcome: 'finished',
          rating: 4,
        },
      },
      { type: 'SAVE_READING', payload: { finished_at: null, outcome: null } },
      { type: 'UPDATE_PROGRESS', payload: { current_page: 0, percentage: 0, keep: 'latest' } },
      {
        type: 'UPDATE_BOOK',
        payload: { changes: { status: 'reading', completed: false, completed_at: null } },
      },
    ]);
  });

  test('an earlier reading is added by its days, and one that ends before it begins is refused', async () => {
    const { host } = await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Add an earlier reading' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an earlier reading' }));
    fireEvent.change(dialog.getByLabelText('Began'), { target: { value: '2020-05-03' } });
    fireEvent.change(dialog.getByLabelText('Ended'), { target: { value: '2020-05-01' } });
    expect(dialog.getByRole('alert')).toHaveTextContent('It cannot end before it began.');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    fireEvent.change(dialog.getByLabelText('Ended'), { target: { value: '2020-05-19' } });
    await userEvent.selectOptions(dialog.getByLabelText('How it ended'), 'Not finished');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(host.test.queued()).toMatchObject([
      {
        type: 'SAVE_READING',
        payload: {
          book_id: emma.id,
          started_at: new Date('2020-05-03T12:00').toISOString(),
          finished_at: new Date('2020-05-19T12:00').toISOString(),
          outcome: 'abandoned',
          rating: null,
        },
      },
    ]);
  });

  test('[U-06] shows all of its sessions when asked', async () => {
    await show(emma, [], 12);
    const sessions = within(await screen.findByRole('region', { name: 'Sessions' }));
    expect(sessions.getAllByRole('listitem')).toHaveLength(8);
    await userEvent.click(sessions.getByRole('button', { name: 'Show all' }));
    expect(sessions.getAllByRole('listitem')).toHaveLength(12);
    expect(sessions.queryByRole('button', { name: 'Show all' })).not.toBeInTheDocument();
  });

  test('[Y-07] the other version of its review stands with the review, and not among the notes', async () => {
    const other = { ...note(13, 'It bores me.'), type: 'review', title: 'Review', tags: ['review'] };
    await show(emma, [{ ...other, twin_of: sampleId(11), twin_kind: 'note', twin_field: 'content' }]);
    const review = within(await screen.findByRole('region', { name: 'Your review' }));
    const choice = within(review.getByRole('group', { name: /You changed this on two devices/ }));
    expect(choice.getByRole('region', { name: 'Current version' })).toHaveTextContent('It stays with me.');
    expect(choice.getByRole('region', { name: 'Other version' })).toHaveTextContent('It bores me.');
    expect(screen.getByRole('list', { name: 'Notes' })).not.toHaveTextContent('It bores me.');
  });

  test('the rating is given with a star, and taken back with the same', async () => {
    const { host } = await show();
    const star = (name: string) => screen.getByRole('radio', { name });
    await userEvent.click(star('4 of 5 stars'));
    expect(star('4 of 5 stars')).toBeChecked();
    await userEvent.click(star('4 of 5 stars'));
    expect(star('4 of 5 stars')).not.toBeChecked();
    expect(host.test.queued().map(({ payload }) => payload)).toMatchObject([
      { changes: { rating: 4 } },
      { changes: { rating: null } },
    ]);
  });

  test('a favorite with one press', async () => {
    const { host } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Add to Favorites' }));
    expect(host.test.queued()).toMatchObject([
      { type: 'UPDATE_BOOK', payload: { changes: { favorite: true } } },
    ]);
    expect(screen.getByRole('button', { name: 'Remove from Favorites' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('[L-12] a book that was deleted on its own page is told of once, and the library is shown', async () => {
    const { host } = await show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'More about Emma' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(host.test.visits.at(-1)).toMatchObject({ to: '/library', replace: true }));
    expect(host.test.shown.map(({ message }) => message)).toEqual(['“Emma” was deleted.']);
    expect(screen.queryByText('This book is not in your library')).toBeNull();
  });

  test('the review is shown, changed, and deleted; a new one is a note of that type', async () => {
    const { host } = await show();
    const review = screen.getByRole('region', { name: 'Your review' });
    expect(review).toHaveTextContent('It stays with me.');
    await userEvent.click(within(review).getByRole('button', { name: 'Edit' }));
    const field = within(review).getByRole('textbox');
    await userEvent.clear(field);
    await userEvent.type(field, 'Better each time.');
    await userEvent.click(within(review).getByRole('button', { name: 'Save' }));
    expect(review).toHaveTextContent('Better each time.');
    await userEvent.click(within(review).getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(review).getByRole('button', { name: 'Write a review' }));
    await userEvent.type(within(review).getByRole('textbox'), 'A new one');
    await userEvent.click(within(review).getByRole('button', { name: 'Save' }));
    expect(host.test.queued().map(({ type }) => type)).toEqual(['UPDATE_NOTE', 'DELETE_NOTE', 'CREATE_NOTE']);
    expect(host.test.queued().at(-1)?.payload).toMatchObject({
      type: 'review',
      bookId: emma.id,
      content: 'A new one',
    });
  });

  test('of a book without a file it says so, and offers no reading', async () => {
    await show({ ...emma, format: 'none' });
    expect(screen.getByText(/There is no file for this book yet/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Continue' })).not.toBeInTheDocument();
  });

  test('a book that is not here is said to be gone', async () => {
    installLayout();
    const host = createTestHost({ locale, routes: { 'GET /books': () => ({ items: [], total: 0 }) } });
    render(<BookPage host={host} params={{ bookId: sampleId(99) }} />);
    expect(
      await screen.findByRole('heading', { name: 'This book is not in your library' }),
    ).toBeInTheDocument();
  });
});

test('a book from a list gets its file, and nothing but a book', async () => {
  const { host, container } = await show(sampleBook(1, { title: 'Emma', format: 'none' }));
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  expect(screen.getByRole('button', { name: 'Add its File' })).toBeInTheDocument();
  await userEvent.upload(input, readableFile('emma.epub', 'no book'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Lectern doesn’t read this kind of file.');
  await userEvent.upload(input, readableFile('emma.pdf', '%PDF-1.7 and more'));
  await waitFor(() => expect(host.test.filledBooks).toEqual([sampleId(1)]));
  expect(host.test.addedFiles.map(({ name }) => name)).toEqual(['emma.pdf']);
});

test('the file of a book is replaced by one of the same format, and only online', async () => {
  const { host } = await show(sampleBook(1, { title: 'Emma', format: 'pdf' }));
  await userEvent.click(screen.getByRole('button', { name: 'More about Emma' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Replace the File…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace the File' });
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, readableFile('emma.pdf', 'PK\x03\x04 and more'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This file is not a PDF.');
  act(() => host.test.network.set('offline'));
  expect(screen.getByRole('button', { name: 'Choose a File' })).toBeDisabled();
  act(() => host.test.network.set('online'));
  await userEvent.upload(input, readableFile('emma.pdf', '%PDF-1.7 and more'));
  await waitFor(() => expect(host.test.replacedBooks).toEqual([sampleId(1)]));
  expect(host.test.visits.at(-1)).toMatchObject({ to: '/upload' });
});

test('[U-26] accessibility is one line, which opens with who certified it, by what right, and the report', async () => {
  const said = {
    modes: ['textual'],
    sufficient: [],
    features: [],
    hazards: [],
    summary: null,
    conforms_to: ['EPUB Accessibility 1.1 - WCAG 2.1 Level AA'],
    certified_by: 'A Reader',
    certifier_credential: 'Licensed to read',
    certifier_report: 'https://example.org/report',
    exempt: false,
  };
  await show({ ...emma, accessibility: said });
  const inShort = await screen.findByText(/accepted accessibility standards$/, { selector: 'summary' });
  expect(screen.getByText('The publication was certified by A Reader')).not.toBeVisible();
  await userEvent.click(inShort);
  expect(screen.getByText('The publication was certified by A Reader')).toBeVisible();
  expect(screen.getByText('The certifier’s credential is Licensed to read')).toBeVisible();
  const report = screen.getByRole('link', { name: 'The certifier’s report' });
  expect(report).toHaveAttribute('href', 'https://example.org/report');
  expect(report).toHaveAttribute('rel', 'noopener noreferrer');
});

test('[P-04] of a PDF it says how many pages a search does not find', async () => {
  await show({ ...emma, format: 'pdf', unread_pages: 12 });
  const section = await screen.findByRole('region', { name: 'About the file' });
  expect(section).toHaveTextContent('Pages whose words a search of your library does not find: 12');
  expect(screen.queryByRole('region', { name: 'Accessibility' })).toBeNull();
});

test('[E-09] of an EPUB it says how many parts cannot be shown', async () => {
  await show({ ...emma, unshown_parts: 2 });
  const section = await screen.findByRole('region', { name: 'About the file' });
  expect(section).toHaveTextContent('Parts of a kind that cannot be shown here: 2');
});

test('a part adds a tab to the page of a book; the book itself is the first', async () => {
  const tab = ({ book }: { book: { title: string } }) => <p>{`Who has ${book.title}`}</p>;
  const fills = { 'mf-library/book-tab': [{ label: 'Lending', render: tab }] };
  const host = createTestHost({
    locale,
    fills,
    routes: { 'GET /books': () => ({ items: [emma], total: 1 }), 'GET /books/:id': () => emma },
  });
  render(<BookPage host={host} params={{ bookId: emma.id }} />);
  await userEvent.click(await screen.findByRole('tab', { name: 'Lending' }));
  expect(screen.getByText(`Who has ${emma.title}`)).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'About the book' }));
  expect(screen.queryByText(`Who has ${emma.title}`)).not.toBeInTheDocument();
});
