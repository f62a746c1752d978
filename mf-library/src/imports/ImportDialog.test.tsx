import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import UploadPage from '../expose/UploadPage.tsx';
import { readableFile } from '../testing/readableFile.ts';
import { renderPage } from '../testing/renderPage.tsx';
import { sampleId } from '../testing/sampleBooks.ts';
import { violations } from '../testing/violations.ts';

/** jsdom's files cannot be read. */
function textFile(name: string, text: string): File {
  return Object.assign(new File([text], name, { type: 'text/csv' }), {
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  });
}
const row = (title: string, shelf: string, more = '') =>
  `${title},An Author,,,4,2020/01/02,2019/01/02,"${more}",${shelf},Good.`;
const csv = [
  'Title,Author,ISBN,ISBN13,My Rating,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review',
  ...Array.from({ length: 130 }, (_, n) => row(`Book ${n}`, 'read', n < 2 ? 'sea' : '')),
].join('\n');

async function open(routes = {}) {
  const page = await renderPage(UploadPage, { routes });
  await userEvent.click(screen.getByRole('button', { name: 'From Goodreads or StoryGraph' }));
  return { ...page, dialog: await screen.findByRole('dialog', { name: 'Import your books' }) };
}
const choose = (dialog: HTMLElement, text: string) =>
  userEvent.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, textFile('list.csv', text));

describe('the list of another library', () => {
  test('is shown first, then brought a hundred at a time, with shelves as tags and reviews as notes', async () => {
    let next = 0;
    const { dialog, host } = await open({
      'POST /books/import': ({ body }: { body: { items: unknown[] } }) => ({
        items: body.items.map(() => {
          next += 1;
          return { id: sampleId(next), created: next !== 5 };
        }),
      }),
    });
    await choose(dialog, csv);
    const preview = await within(dialog).findByRole('region', { name: 'What is in the list' });
    expect(preview).toHaveTextContent('130 books from Goodreads');
    expect(preview).toHaveTextContent('130 completed');
    expect(await violations(dialog)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add 130 books' }));
    expect(await within(dialog).findByText('129 books were added.')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('1 was already in your library and only got what it lacked.');
    const calls = host.test.calls.filter(({ key }) => key === 'POST /books/import');
    expect(calls.map(({ request }) => (request as { body: { items: unknown[] } }).body.items.length)).toEqual(
      [100, 30],
    );
    const [{ request } = { request: {} }] = calls;
    const { items } = (request as { body: { items: { tags?: string[] }[] } }).body;
    expect(items.slice(0, 3).map(({ tags }) => tags)).toEqual([['sea'], ['sea'], undefined]);
    const written = host.test.queued();
    expect(written.filter(({ type }) => type === 'CREATE_NOTE')).toHaveLength(130);
  });

  test('[B-03] adds the review and the note of a book that is here already, once; a second review is a note', async () => {
    const noted = (id: number, content: string, type = 'note') => ({
      id: sampleId(id),
      book_id: sampleId(1),
      title: '',
      content,
      type,
      page: null,
      position: null,
      color: null,
      tags: [],
      unread: false,
      created_at: '2026-01-02T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
    });
    const { dialog, host } = await open({
      'GET /notes': () => ({ items: [noted(10, 'My own.', 'review'), noted(11, 'Read Count: 2')] }),
      'POST /books/import': () => ({
        items: [1, 2].map((id) => ({ id: sampleId(id), created: false })),
      }),
    });
    await choose(
      dialog,
      'Title,Exclusive Shelf,My Rating,My Review,Read Count,Binding\nA,read,5,Good.,2,Paper\nB,read,5,Bad.,3,',
    );
    const preview = await within(dialog).findByRole('region', { name: 'What is in the list' });
    expect(preview).toHaveTextContent('Not kept: Binding');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2 books' }));
    await waitFor(() => expect(dialog).toHaveTextContent('2 were already in your library'));
    const written = host.test.queued().map(({ payload }) => payload as Record<string, unknown>);
    expect(written.map(({ bookId, type, content }) => [bookId, type, content])).toEqual([
      [sampleId(1), 'note', 'Good.'],
      [sampleId(2), 'review', 'Bad.'],
      [sampleId(2), 'note', 'Read Count: 3'],
    ]);
  });

  test('adds the readings that are not there, and when the last one was begun of a new book only', async () => {
    const reading = {
      id: sampleId(20),
      book_id: sampleId(1),
      started_at: null,
      finished_at: '2021-05-01T12:00:00.000Z',
      outcome: 'finished',
      rating: 4,
      updated_at: '2026-01-02T00:00:00.000Z',
    };
    const { dialog, host } = await open({
      'GET /readings': () => ({ items: [reading] }),
      'POST /books/import': () => ({
        items: [1, 2].map((id) => ({ id: sampleId(id), created: id === 2 })),
      }),
    });
    const dates = '2021/05/01, 2023/02/01-2023/02/10';
    const row = (title: string) => `${title},read,,2023/02/10,"${dates}",2`;
    const head = 'Title,Read Status,Star Rating,Last Date Read,Dates Read,Read Count';
    await choose(dialog, [head, row('A'), row('B')].join('\n'));
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Add 2 books' }));
    await waitFor(() => expect(dialog).toHaveTextContent('1 book was added.'));
    const written = host.test.queued().map(({ payload }) => payload as Record<string, unknown>);
    expect(written.map(({ book_id, started_at, outcome }) => [book_id, started_at, outcome])).toEqual([
      [sampleId(2), null, 'finished'],
      [sampleId(2), '2023-02-01T12:00:00.000Z', null],
    ]);
  });

  test('anything else is refused in words', async () => {
    const { dialog } = await open();
    await choose(dialog, 'a,b\n1,2');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'This isn’t a Goodreads or StoryGraph export.',
    );
    expect(within(dialog).getByRole('button', { name: 'Add' })).toBeDisabled();
  });

  test('what breaks off is said, and can be tried again, without losing the reviews of what was added', async () => {
    let request = 0;
    const created = new Set<string>();
    const { dialog, host } = await open({
      'POST /books/import': ({ body }: { body: { items: { title: string }[] } }) => {
        request += 1;
        const items = body.items.map(({ title }) => {
          const item = { id: sampleId(Number(title.slice(5)) + 1), created: !created.has(title) };
          created.add(title);
          return item;
        });
        // The answer about the last thirty is lost.
        if (request === 2)
          throw Object.assign(new Error('No network connection'), { status: 0, code: 'network' });
        return { items };
      },
    });
    await choose(dialog, csv);
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Add 130 books' }));
    expect(await within(dialog).findByRole('alert')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(dialog).toHaveTextContent('books were added.'));
    const reviews = host.test.queued().filter(({ type }) => type === 'CREATE_NOTE');
    expect(new Set(reviews.map(({ payload }) => (payload as { bookId: string }).bookId)).size).toBe(130);
    expect(reviews).toHaveLength(130);
  });
});

test('of a folder the books are taken, and the rest is left out', async () => {
  const { host, container } = await renderPage(UploadPage);
  const input = [...container.querySelectorAll('input[type=file]')].find((one) =>
    one.hasAttribute('webkitdirectory'),
  );
  await userEvent.upload(input as HTMLInputElement, [
    readableFile('emma.epub', 'PK\x03\x04'),
    readableFile('cover.jpg', 'x'),
    readableFile('.hidden.pdf', '%PDF-1.7'),
    readableFile('walden.PDF', '%PDF-1.7'),
  ]);
  await waitFor(() =>
    expect(host.test.addedFiles.map(({ name }) => name)).toEqual(['emma.epub', 'walden.PDF']),
  );
  expect(host.test.shown.at(-1)?.message).toBe('2 books found in the folder.');
});
