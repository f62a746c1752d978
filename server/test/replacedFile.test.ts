import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import type { Client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { afterStatement } from './support/sideBySide.ts';
import { storedKeys } from './support/stored.ts';
import { address, begin, send } from './support/tus.ts';

const quota = 60_000;
let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer({ config: { quotaBytes: quota } });
});
after(() => server.stop());
beforeEach(async () => {
  reader = await server.reader();
});

async function added(file: Uint8Array, filename: string): Promise<Book> {
  const answer = await send(reader, await address(reader, file.length, filename), file);
  const { book } = (await answer.json()) as Upload;
  assert.ok(book);
  return book;
}

const announce = (bookId: string, size: number, who = reader) =>
  begin(who, size, { metadata: { filename: 'new.file', replaces: bookId } });

/** Uploads a file to replace a book's, and returns the result. */
async function replace(bookId: string, file: Uint8Array): Promise<Upload & { code?: ErrorBody['code'] }> {
  const begun = await announce(bookId, file.length);
  assert.equal(begun.status, 201, await begun.clone().text());
  return (await (await send(reader, begun.headers.get('location') ?? '', file)).json()) as Upload;
}

async function mark(bookId: string, text: string, position: Locator): Promise<string> {
  const { id } = await reader.call('POST /books/:id/highlights', {
    params: { id: bookId },
    body: { text, color: 'yellow', page: position.page ?? null, position },
  });
  return id;
}

async function marksOf(bookId: string) {
  const { items } = await reader.call('GET /books/:id/highlights', { params: { id: bookId }, query: {} });
  return new Map(items.map((item) => [item.id, item]));
}

describe('replacing a PDF', () => {
  const old = makePdf({
    pages: [
      ['Call me Ishmael. Some years ago I', 'went to sea.', 'Gone in the next edition.'],
      ['The whale is white.', 'It swims before'],
      ['the ship.', 'The end of it.'],
    ],
  });
  const fresh = makePdf({
    pages: [
      ['A preface that was not there before.'],
      ['Call me Ishma-', 'el. Some years ago I went to sea.'],
      ['The whale is white. It swims', 'before'],
      ['the ship. The end of it.'],
    ],
  });

  test('moves highlights to their text: over lines, hyphens and the end of a page', async () => {
    const { id } = await added(old, 'whale.pdf');
    const rects = [[0, 0, 1, 1]];
    const first = await mark(id, 'Call me Ishmael. Some', {
      page: 1,
      rects,
      quote: { exact: 'Call me Ishmael. Some' },
    });
    const over = await mark(id, 'swims before the ship', {
      page: 2,
      rects,
      continued: [{ page: 3, rects }],
      quote: { exact: 'swims before' },
    });
    const lost = await mark(id, 'Gone in the next edition.', {
      page: 1,
      rects,
      quote: { exact: 'Gone in the next edition.' },
    });
    const upload = await replace(id, fresh);
    assert.deepEqual([upload.state, upload.book?.id, upload.book?.page_count], ['done', id, 4]);

    const marks = await marksOf(id);
    const { page, position } = marks.get(first) ?? {};
    assert.equal(page, 2);
    // Letters of 12 units, the first line at 750 and the next 14 below.
    assert.equal(position?.rects?.length, 2);
    const [[left = 0, bottom = 0, , top = 0] = [], second = []] = position?.rects ?? [];
    assert.ok(
      Math.abs(left - 50) < 1 && bottom < 750 && top > 750 && second[1] !== undefined && second[1] < bottom,
    );

    const broken = marks.get(over)?.position;
    assert.deepEqual([broken?.page, broken?.continued?.map((part) => part.page)], [3, [4]]);
    assert.equal(broken?.rects?.length, 2);

    assert.deepEqual(marks.get(lost)?.position, { quote: { exact: 'Gone in the next edition.' } });
    assert.deepEqual([marks.get(lost)?.page, marks.get(lost)?.text], [null, 'Gone in the next edition.']);
  });

  test('text that a file has lost is found in a later one', async () => {
    const { id } = await added(old, 'whale.pdf');
    const lost = await mark(id, 'Gone in the next edition.', {
      page: 1,
      quote: { exact: 'Gone in the next edition.' },
    });
    await replace(id, fresh);
    await replace(id, makePdf({ pages: [['New.'], ['Gone in the next', 'edition.']] }));
    const { page, position } = (await marksOf(id)).get(lost) ?? {};
    assert.deepEqual([page, position?.page, position?.rects?.length], [2, 2, 2]);
  });

  test('moves notes, bookmarks and the position with the text of their page; on a page without text they stay', async () => {
    const { id } = await added(old, 'whale.pdf');
    const params = { id };
    const note = await reader.call('POST /notes', {
      body: { book_id: id, title: '', content: 'Why?', page: 2, position: { page: 2 } },
    });
    await reader.call('PUT /books/:id/bookmark', {
      params,
      body: { page: 3, updated_at: new Date().toISOString(), position: { page: 3 } },
    });
    await reader.call('PUT /books/:id/progress', {
      params,
      body: {
        current_page: 2,
        total_pages: 3,
        percentage: 50,
        updated_at: new Date().toISOString(),
        position: { page: 2 },
      },
    });
    const rects = [[10, 20, 30, 40]];
    const scan = await mark(id, 'words of a scan', { page: 3, rects });
    await replace(id, makePdf({ pages: [['Preface.'], ['The whale is white.', 'It swims before'], []] }));
    const notes = await reader.call('GET /notes/:bookId', { params: { bookId: id }, query: {} });
    assert.equal(notes.items.find((item) => item.id === note.id)?.page, 2);
    const progress = await reader.call('GET /books/:id/progress', { params });
    assert.deepEqual([progress?.current_page, progress?.total_pages], [2, 3]);
    const bookmarks = await reader.call('GET /books/:id/bookmarks', { params, query: {} });
    assert.deepEqual(
      bookmarks.items.map(({ page }) => page),
      [3],
    );
    const stayed = (await marksOf(id)).get(scan);
    assert.deepEqual([stayed?.page, stayed?.position?.rects], [3, rects]);
  });
});

describe('replacing an EPUB', () => {
  test('changes what is read, searched and downloaded; title and annotations stay', async () => {
    const { id } = await added(await makeEpub({ chapters: ['The white whale.', 'Harpoons.'] }), 'whale.epub');
    await reader.call('PATCH /books/:id', { params: { id }, body: { title: 'My whale' } });
    const params = { id };
    const before = await reader.call('GET /books/:id/manifest', { params });
    const oldChapter = `${before.content_url}/${before.spine[0]?.href}`;
    assert.equal((await reader.fetch(oldChapter)).status, 200);
    const whale = await mark(id, 'white whale', {
      cfi: 'epubcfi(/6/2!/4/4,/1:4,/1:15)',
      spine_index: 0,
      fraction: 0.2,
      quote: { exact: 'white whale', prefix: 'The ', suffix: '.' },
    });
    const file = await makeEpub({ chapters: ['A foreword.', 'Long ago. The white whale.'] });
    const { book } = await replace(id, file);
    assert.deepEqual([book?.id, book?.title, book?.file_size], [id, 'My whale', file.length]);

    const { position } = (await marksOf(id)).get(whale) ?? {};
    assert.deepEqual(
      [position?.cfi, position?.spine_index, position?.quote?.exact],
      [undefined, 1, 'white whale'],
    );
    const after = await reader.call('GET /books/:id/manifest', { params });
    const text = await (await reader.fetch(`${after.content_url}/${after.spine[1]?.href}`)).text();
    assert.match(text, /Long ago/);
    // The URLs of the old file are no longer valid.
    for (const gone of [oldChapter, before.file_url]) assert.equal((await reader.fetch(gone)).status, 404);
    assert.deepEqual(Buffer.from(await (await reader.fetch(after.file_url)).arrayBuffer()), file);
    const found = async (q: string) =>
      (await reader.call('GET /books/:id/search', { params, query: { q } })).items.length;
    assert.deepEqual([await found('foreword'), await found('harpoons')], [1, 0]);
  });

  test('at any moment, without serving bytes of one file at the offsets of the other', async () => {
    const { id } = await added(await makeEpub(), 'a.epub');
    const { content_url, spine } = await reader.call('GET /books/:id/manifest', { params: { id } });
    const replaced = server.services.db
      .updateTable('books')
      .set({ file_id: randomUUID() })
      .where('id', '=', id);
    afterStatement(server.services, /from "books"/, () => replaced.execute());
    assert.equal((await reader.fetch(`${content_url}/${spine[0]?.href}`)).status, 404);
  });

  test('replaces the stored file, which is deleted with the book for good', async () => {
    const { id } = await added(await makeEpub(), 'a.epub');
    const count = async () =>
      (await storedKeys(server.services)).filter((path) => path.includes(id) && !path.includes('cover'))
        .length;
    assert.equal(await count(), 2);
    await replace(id, await makeEpub({ chapters: ['New.'] }));
    assert.equal(await count(), 2);
    await reader.call('DELETE /books/:id', { params: { id }, query: {} });
    await reader.call('DELETE /bin', {});
    assert.equal(await count(), 0);
  });
});

describe('a file cannot be replaced', () => {
  test('by another format, by an invalid file, or by the file of another book', async () => {
    const file = await makeEpub();
    const { id } = await added(file, 'a.epub');
    const other = makePdf();
    await added(other, 'b.pdf');
    assert.equal((await replace(id, makePdf({ pages: [['Other.']] }))).code, 'other_format');
    assert.equal((await replace(id, Buffer.from('no book at all'))).code, 'unsupported_file');
    assert.equal((await replace(id, other)).code, 'file_of_another_book');
    assert.equal((await replace(id, file)).duplicate, true);
    const { file_url } = await reader.call('GET /books/:id/manifest', { params: { id } });
    assert.deepEqual(Buffer.from(await (await reader.fetch(file_url)).arrayBuffer()), file);
  });

  test('in another user’s book, or in one without a file', async () => {
    const { id } = await added(await makeEpub(), 'a.epub');
    assert.equal((await announce(id, 10, await server.reader())).status, 404);
    await reader.call('POST /books/import', {
      body: { items: [{ title: 'Emma', author: 'J. A.', status: 'unread' }] },
    });
    const { items } = await reader.call('GET /books', { query: {} });
    const without = items.find(({ format }) => format === 'none');
    assert.equal((await announce(without?.id ?? '', 10)).status, 404);
  });

  test('by two at once; a full library has space for a replacement', async () => {
    const large = makePdf({ pages: [[`Large ${'x'.repeat(quota - 2_000)}`]] });
    const { id } = await added(large, 'large.pdf');
    const begun = await announce(id, large.length);
    assert.equal(begun.status, 201);
    assert.equal((await announce(id, 10)).status, 409);
    assert.equal((await begin(reader, large.length)).status, 413);
  });
});
