import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import { newFileRow } from '../src/intake/folders/taking/folderRows.ts';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { addFolderRow } from './support/folders/readersFolder.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { storedKeys } from './support/stored.ts';
import { begin, send } from './support/tus.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  reader = await server.reader();
});

/** Sends a further file of a book. */
async function add(bookId: string, file: Uint8Array, filename = 'further.epub') {
  const begun = await begin(reader, file.length, { metadata: { filename, book: bookId } });
  if (begun.status !== 201) return (await begun.json()) as Upload & { code?: string };
  const answer = await send(reader, begun.headers.get('location') ?? '', file);
  return (await answer.json()) as Upload & { code?: string };
}

const filesOf = async (id: string) => (await reader.call('GET /books/:id/files', { params: { id } })).items;
const otherFileOf = async (id: string) => (await filesOf(id)).findLast(({ current }) => !current)?.id ?? '';
const read = (id: string, file: string) =>
  reader.call('POST /books/:id/files/:file/read', { params: { id, file } });
const join = (id: string, other: string) =>
  reader.call('POST /books/:id/join', { params: { id }, body: { other } });
const bytesAt = async (url: string) => Buffer.from(await (await reader.fetch(url)).arrayBuffer());

async function mark(bookId: string, text: string, position: Locator): Promise<string> {
  const { id } = await reader.call('POST /books/:id/highlights', {
    params: { id: bookId },
    body: {
      text,
      color: 'yellow',
      page: position.page ?? null,
      position: { ...position, quote: { exact: text } },
    },
  });
  return id;
}

/** Where everything of a book is. */
async function placesOf(id: string) {
  const params = { id };
  const { items: highlights } = await reader.call('GET /books/:id/highlights', { params });
  const { items: notes } = await reader.call('GET /notes/:bookId', { params: { bookId: id } });
  const { items: bookmarks } = await reader.call('GET /books/:id/bookmarks', { params });
  const progress = await reader.call('GET /books/:id/progress', { params });
  const { items: past } = await reader.call('GET /books/:id/places', { params });
  const placeOf = <Row extends { id: string; position?: unknown }>(rows: readonly Row[]) =>
    rows.map((row) => [row.id, row.position, 'page' in row ? row.page : null]);
  const { current_page, total_pages, percentage, position } = progress ?? {};
  return {
    marks: [...placeOf(highlights), ...placeOf(notes), ...placeOf(bookmarks)],
    place: { current_page, total_pages, percentage, position },
    past: past.map((one) => [one.id, one.position, one.current_page, one.percentage]),
  };
}

const placeOfMark = async (bookId: string, id: string) =>
  (await reader.call('GET /books/:id/highlights', { params: { id: bookId } })).items.find(
    (item) => item.id === id,
  )?.position;

/** Reads on to a place, with a note and a bookmark there. */
async function readTo(id: string, page: number, position: Locator): Promise<void> {
  const updated_at = new Date().toISOString();
  await reader.call('POST /notes', { body: { book_id: id, title: '', content: 'Why?', page, position } });
  await reader.call('PUT /books/:id/bookmark', { params: { id }, body: { page, position, updated_at } });
  await reader.call('PUT /books/:id/progress', {
    params: { id },
    body: { current_page: page, total_pages: 3, percentage: 40, position, updated_at },
  });
}

const whale = [
  'Call me Ishmael, some years ago.',
  'The whale is white and swims.',
  'Only in the first edition.',
];
const secondEdition = ['A foreword of the editor.', ...whale.slice(0, 2)];

describe('the files of a book', () => {
  test('one is added beside the one that is read, which stays', async () => {
    const first = await makeEpub({ title: 'Moby', chapters: whale });
    const { id } = await uploadBook(reader, first, 'moby.epub');
    const pdf = makePdf({ pages: [['Call me Ishmael.']] });
    const upload = await add(id, pdf, 'moby.pdf');
    assert.deepEqual([upload.state, upload.book?.id, upload.book?.format], ['done', id, 'epub']);
    assert.equal((await reader.call('GET /books', {})).items.length, 1);
    const [one, other] = await filesOf(id);
    assert.partialDeepStrictEqual(
      [one, other],
      [
        { id, current: true, format: 'epub', file_name: 'moby.epub', language: 'en' },
        { current: false, format: 'pdf', file_name: 'moby.pdf', file_size: pdf.length },
      ],
    );
    assert.deepEqual([await bytesAt(one?.url ?? ''), await bytesAt(other?.url ?? '')], [first, pdf]);
  });

  test('marks, place and history are found by their words, and are back exactly with the first file', async () => {
    const { id } = await uploadBook(reader, await makeEpub({ chapters: whale }));
    const found = await mark(id, 'Call me Ishmael', {
      cfi: 'epubcfi(/6/2!/4/4,/1:0,/1:15)',
      spine_index: 0,
      fraction: 0.25,
      page: 1,
    });
    const lost = await mark(id, 'Only in the first edition', { spine_index: 2, fraction: 0.3, page: 3 });
    await readTo(id, 1, { spine_index: 0, fraction: 0.1 });
    await readTo(id, 2, { spine_index: 1, fraction: 0.4, page: 2, quote: { exact: 'is white and swims' } });
    const before = await placesOf(id);
    await add(id, await makeEpub({ chapters: secondEdition }));
    const second = await otherFileOf(id);
    const book = await read(id, second);
    assert.deepEqual([book.id, book.file_id], [id, second]);
    assert.equal((await placeOfMark(id, found))?.spine_index, 1);
    assert.deepEqual(await placeOfMark(id, lost), { quote: { exact: 'Only in the first edition' } });
    const { position } = (await placesOf(id)).place;
    assert.equal(position?.spine_index, 2);
    const third = (await add(id, makePdf({ pages: [['Another.'], ['Call me Ishmael,', 'some years ago.']] })))
      .id;
    await read(id, third);
    assert.deepEqual([(await placeOfMark(id, found))?.page, (await filesOf(id)).length], [2, 3]);
    const back = await read(id, id);
    assert.equal(back.file_id, undefined);
    assert.deepEqual(await placesOf(id), before);
  });

  test('from an EPUB to a PDF and back, and what was read in between moves along', async () => {
    const { id } = await uploadBook(reader, await makeEpub({ chapters: whale }));
    const found = await mark(id, 'whale is white', { spine_index: 1, fraction: 0.3, page: 2 });
    await add(
      id,
      makePdf({ pages: [['Title.'], whale.slice(0, 1), ['The whale is', 'white and swims.']] }),
      'a.pdf',
    );
    await read(id, await otherFileOf(id));
    const onPage = await placeOfMark(id, found);
    assert.deepEqual([onPage?.page, onPage?.rects?.length, onPage?.spine_index], [3, 2, undefined]);
    const later = await mark(id, 'some years ago', { page: 2, rects: [[0, 0, 1, 1]] });
    await readTo(id, 2, { page: 2 });
    await read(id, id);
    const moved = await placeOfMark(id, later);
    assert.deepEqual([moved?.spine_index, moved?.rects], [0, undefined]);
    assert.equal((await placesOf(id)).place.position?.spine_index, 0);
  });

  test('of a translation only the share moves; marks stay with their file and say so', async () => {
    const { id } = await uploadBook(reader, await makeEpub({ chapters: whale }));
    const english = await mark(id, 'Call me Ishmael', { spine_index: 0, fraction: 0.25, page: 1 });
    await readTo(id, 2, { spine_index: 1, fraction: 0.1, page: 2 });
    const before = await placesOf(id);
    const chapters = ['Nennt mich Ismael.', 'Der Wal ist weiß.', 'Ende.'];
    await add(id, await makeEpub({ language: 'de', chapters }));
    const translation = await otherFileOf(id);
    assert.equal((await read(id, translation)).language, 'de');
    assert.deepEqual(await placeOfMark(id, english), { quote: { exact: 'Call me Ishmael' }, file_id: id });
    assert.equal((await placesOf(id)).place.position?.spine_index, 1);
    const german = await mark(id, 'Der Wal ist weiß', { spine_index: 1, fraction: 0, page: 2 });
    assert.equal((await read(id, id)).language, 'en');
    assert.equal((await placeOfMark(id, german))?.file_id, translation);
    const { place } = await placesOf(id);
    assert.deepEqual(place, before.place);
    assert.deepEqual((await placeOfMark(id, english))?.spine_index, 0);
    await read(id, translation);
    assert.deepEqual((await placeOfMark(id, german))?.spine_index, 1);
  });

  test('the edition of a book is that of the file that is read', async () => {
    const { id } = await uploadBook(reader, await makeEpub({ isbn: '9780306406157' }));
    await add(id, await makeEpub({ isbn: '9789020612806' }));
    const isbns = async () => (await filesOf(id)).map(({ isbn }) => isbn);
    assert.deepEqual(await isbns(), ['9780306406157', '9789020612806']);
    assert.equal((await read(id, await otherFileOf(id))).isbn13, '9789020612806');
    assert.deepEqual(await isbns(), ['9789020612806', '9780306406157']);
    assert.equal((await read(id, id)).isbn13, '9780306406157');
    await read(id, await otherFileOf(id));
    // A PDF that says nothing is of the same edition.
    await add(id, makePdf(), 'a.pdf');
    assert.equal((await read(id, await otherFileOf(id))).isbn13, '9789020612806');
  });

  test('one is made a book of its own, and the marks stay', async () => {
    const { id } = await uploadBook(reader, await makeEpub({ title: 'Moby', chapters: whale }));
    await mark(id, 'Call me Ishmael', { spine_index: 0, fraction: 0.25, page: 1 });
    const file = await makeEpub({ title: 'The Whale', chapters: secondEdition });
    await add(id, file);
    const params = { id, file: await otherFileOf(id) };
    const own = await reader.call('POST /books/:id/files/:file/separate', { params });
    assert.deepEqual([own.title, own.id === id, (await filesOf(id)).length], ['The Whale', false, 1]);
    const [itself] = await filesOf(own.id);
    assert.deepEqual(await bytesAt(itself?.url ?? ''), file);
    assert.equal((await placesOf(id)).marks.length, 1);
    assert.equal((await storedKeys(server.services)).filter((key) => key.includes(`${id}/files`)).length, 0);
    await reader.fails(404, 'POST /books/:id/files/:file/separate', { params });
  });

  test('one is deleted for good with its bytes, but not the one that is read', async () => {
    const { id } = await uploadBook(reader, await makeEpub());
    await add(id, await makeEpub({ chapters: ['Other.'] }));
    const file = await otherFileOf(id);
    await reader.fails(404, 'DELETE /books/:id/files/:file', { params: { id, file: id } });
    await reader.call('DELETE /books/:id/files/:file', { params: { id, file } });
    await reader.call('DELETE /bin', {});
    assert.deepEqual(
      [
        (await filesOf(id)).map((one) => one.id),
        (await storedKeys(server.services)).some((key) => key.includes(file)),
      ],
      [[id], false],
    );
    await reader.fails(404, 'POST /books/:id/files/:file/read', { params: { id, file } });
  });

  test('with one that is removed, marks whose words only it had are found nowhere, and are back with a file that has them', async () => {
    const { id } = await uploadBook(reader, await makeEpub({ chapters: whale }));
    const english = await mark(id, 'Call me Ishmael', { spine_index: 0, fraction: 0.25, page: 1 });
    const chapters = ['Nennt mich Ismael.', 'Der Wal ist weiß.', 'Ende.'];
    const german = await makeEpub({ language: 'de', chapters });
    await add(id, german);
    const translation = await otherFileOf(id);
    await read(id, translation);
    const only = await mark(id, 'Der Wal ist weiß', { spine_index: 1, fraction: 0, page: 2 });
    const binned = await mark(id, 'Ende', { spine_index: 2, fraction: 0, page: 3 });
    await read(id, id);
    assert.equal((await placeOfMark(id, only))?.file_id, translation);
    await reader.call('DELETE /highlights/:id', { params: { id: binned } });
    await reader.call('DELETE /books/:id/files/:file', { params: { id, file: translation } });
    assert.deepEqual(await placeOfMark(id, only), { quote: { exact: 'Der Wal ist weiß' } });
    const entry = (await reader.call('GET /bin', {})).items.find(({ thing_id }) => thing_id === binned);
    await reader.call('POST /bin/:id/restore', { params: { id: entry?.id ?? '' }, body: {} });
    assert.deepEqual(await placeOfMark(id, binned), { quote: { exact: 'Ende' } });
    // In a file that has the words it is found again, and what that does not have is found in the first one.
    await add(id, german);
    const again = await otherFileOf(id);
    await read(id, again);
    assert.equal((await placeOfMark(id, only))?.spine_index, 1);
    assert.equal((await placeOfMark(id, english))?.file_id, id);
    await reader.call('DELETE /books/:id/files/:file', { params: { id, file: id } });
    assert.deepEqual(await placeOfMark(id, english), { quote: { exact: 'Call me Ishmael' } });
  });

  test('one that replaces the file that is read leaves the others', async () => {
    const { id } = await uploadBook(reader, await makeEpub({ chapters: whale }));
    const further = makePdf();
    await add(id, further, 'a.pdf');
    const file = await makeEpub({ chapters: secondEdition });
    const begun = await begin(reader, file.length, { metadata: { filename: 'b.epub', replaces: id } });
    await send(reader, begun.headers.get('location') ?? '', file);
    const files = await filesOf(id);
    assert.deepEqual([files.length, await bytesAt(files[1]?.url ?? '')], [2, further]);
  });
});

describe('a file is refused', () => {
  test('when it is of another book; that of the book itself is no second one', async () => {
    const [file, other, further] = [
      await makeEpub(),
      await makeEpub(),
      await makeEpub({ chapters: ['More.'] }),
    ];
    const { id } = await uploadBook(reader, file);
    const second = await uploadBook(reader, other);
    assert.equal((await add(id, other)).code, 'file_of_another_book');
    assert.equal((await add(id, file)).duplicate, true);
    await add(id, further);
    assert.equal((await add(id, further)).duplicate, true);
    assert.equal((await add(second.id, further)).code, 'file_of_another_book');
    assert.equal((await add(id, Buffer.from('no book'))).code, 'unsupported_file');
    assert.equal((await filesOf(id)).length, 2);
  });

  test('beyond twenty of a book', async () => {
    const { id } = await uploadBook(reader, await makeEpub());
    const values = Array.from({ length: 19 }, (_, at) => ({
      ...{
        id: crypto.randomUUID(),
        book_id: id,
        user_id: reader.user?.id ?? '',
        sha256: `${at}`,
        format: 'epub' as const,
      },
      ...{
        file_name: 'a',
        file_size: 1,
        extra_bytes: 0,
        content_digest: null,
        language: null,
        publisher: null,
      },
      ...{ published: null, isbn: null, isbn10: null, isbn13: null, places: '{}', created_at: '2026-01-01' },
    }));
    await server.services.db.insertInto('book_files').values(values).execute();
    assert.equal((await add(id, await makeEpub())).code, 'limit_reached');
  });

  test('by a reader whose book it is not', async () => {
    const { id } = await uploadBook(reader, await makeEpub());
    await add(id, await makeEpub({ chapters: ['Other.'] }));
    const params = { id, file: await otherFileOf(id) };
    const stranger = await server.reader();
    const own = await uploadBook(stranger, await makeEpub());
    await stranger.fails(404, 'GET /books/:id/files', { params });
    for (const call of [
      'POST /books/:id/files/:file/read',
      'POST /books/:id/files/:file/separate',
      'DELETE /books/:id/files/:file',
    ] as const)
      for (const book of [id, own.id]) await stranger.fails(404, call, { params: { ...params, id: book } });
    for (const [one, other] of [
      [own.id, id],
      [id, own.id],
    ] as const)
      await stranger.fails(404, 'POST /books/:id/join', { params: { id: one }, body: { other } });
  });
});

describe('two books with files are joined', () => {
  /** Two editions, the second with marks of its own. */
  async function twoBooks(): Promise<[Book, Book, string]> {
    const one = await uploadBook(reader, await makeEpub({ title: 'Moby', chapters: whale }));
    const other = await uploadBook(reader, await makeEpub({ title: 'The Whale', chapters: secondEdition }));
    const highlight = await mark(other.id, 'whale is white', { spine_index: 2, fraction: 0.3, page: 3 });
    return [one, other, highlight];
  }

  test('both files stay, and the marks of both are in one book at their words', async () => {
    const [one, other, highlight] = await twoBooks();
    await readTo(other.id, 3, { spine_index: 2, fraction: 0.1, quote: { exact: 'The whale is white' } });
    const session = {
      book_id: other.id,
      started_at: '2026-01-02T10:00:00Z',
      ended_at: '2026-01-02T11:00:00Z',
    };
    await reader.call('POST /reading/session', { body: { ...session, seconds: 3_600 } });
    const before = await placesOf(other.id);
    const kept = await join(one.id, other.id);
    assert.deepEqual([kept.id, kept.title, (await filesOf(one.id)).length], [one.id, 'Moby', 2]);
    assert.deepEqual(
      (await reader.call('GET /books', {})).items.map(({ id }) => id),
      [one.id],
    );
    assert.equal((await placeOfMark(one.id, highlight))?.spine_index, 1);
    const { place } = await placesOf(one.id);
    assert.equal(place.position?.spine_index, 1);
    const { items } = await reader.call('GET /reading/sessions', {});
    assert.deepEqual(
      items.map(({ book_id }) => book_id),
      [one.id],
    );
    // Its own file has them where they were.
    await read(one.id, await otherFileOf(one.id));
    assert.deepEqual(await placesOf(one.id), before);
    const keys = await storedKeys(server.services);
    assert.equal(
      keys.some((key) => key.includes(other.id)),
      false,
    );
    assert.equal((await reader.call('GET /bin', {})).items.length, 0);
  });

  test('one that has further files brings all; one without a file brings its notes', async () => {
    const [one, other] = await twoBooks();
    await add(other.id, makePdf(), 'a.pdf');
    await join(one.id, other.id);
    assert.deepEqual(
      (await filesOf(one.id)).map(({ format }) => format),
      ['epub', 'epub', 'pdf'],
    );
    const listed = await addBook(server.services, reader.user?.id ?? '', { format: 'none', sha256: null });
    assert.equal((await join(listed, one.id)).id, one.id);
    assert.equal((await reader.call('GET /books', {})).items.length, 1);
    await reader.fails(422, 'POST /books/:id/join', { params: { id: one.id }, body: { other: one.id } });
  });

  test('what both have stays of both: bookmarks of a page, places, fields of a form, readings and details', async () => {
    const [one, other] = await twoBooks();
    const at = { spine_index: 0, fraction: 0 };
    for (const [index, { id }] of [one, other].entries()) {
      const params = { id };
      const updated_at = `2026-01-0${index + 1}T10:00:00.000Z`;
      const label = `Label ${index}`;
      const completed_at = `202${index}-05-06T12:00:00.000Z`;
      await readTo(id, index + 1, { ...at, spine_index: index });
      await reader.call('PUT /books/:id/bookmark', {
        params,
        body: { page: 3, label, position: null, updated_at },
      });
      await reader.call('PUT /books/:id/form', {
        params,
        body: { values: { name: `Name ${index}` }, updated_at },
      });
      await reader.call('PATCH /books/:id', {
        params,
        body: { status: 'completed', completed_at, rating: index + 1 },
      });
    }
    await server.services.db
      .updateTable('bookmarks')
      .set({ page: 3 })
      .where('label', 'is not', null)
      .execute();
    const sha256 = {
      folder_id: await addFolderRow(server.services, reader.user?.id ?? ''),
      book_id: other.id,
    };
    const row = newFileRow({ id: sha256.folder_id, user_id: reader.user?.id ?? '' }, 'a.epub', sha256);
    await server.services.db.insertInto('folder_files').values(row).execute();
    await join(one.id, other.id);
    const params = { id: one.id };
    const { items: bookmarks } = await reader.call('GET /books/:id/bookmarks', { params });
    assert.deepEqual(bookmarks.flatMap(({ label }) => label ?? []).sort(), ['Label 0', 'Label 1']);
    const { items: past } = await reader.call('GET /books/:id/places', { params });
    assert.equal(past.length, 1);
    const { items: notes } = await reader.call('GET /notes/:bookId', { params: { bookId: one.id } });
    assert.ok(notes.some(({ content }) => content === 'name: Name 1'));
    const { items: readings } = await reader.call('GET /readings', {});
    assert.partialDeepStrictEqual(readings, [
      { book_id: one.id, outcome: 'finished', finished_at: '2021-05-06T12:00:00.000Z', rating: 2 },
    ]);
    const { items: versions } = await reader.call('GET /versions/:kind/:id', {
      params: { kind: 'book', id: one.id },
    });
    assert.ok(versions.some(({ fields }) => fields.title === 'The Whale'));
    const files = server.services.db.selectFrom('folder_files').select('book_id').where('id', '=', row.id);
    assert.deepEqual(await files.execute(), [{ book_id: one.id }]);
  });

  test('a mark whose words are in a third file says so, and is there', async () => {
    const [one, other] = await twoBooks();
    const chapters = ['Nennt mich Ismael.', 'Der Wal ist weiß.', 'Ende.'];
    await add(other.id, await makeEpub({ language: 'de', chapters }));
    await read(other.id, await otherFileOf(other.id));
    const german = await mark(other.id, 'Der Wal ist weiß', { spine_index: 1, fraction: 0, page: 2 });
    await read(other.id, other.id);
    await join(one.id, other.id);
    const third = (await filesOf(one.id)).find(({ language }) => language === 'de')?.id ?? '';
    assert.equal((await placeOfMark(one.id, german))?.file_id, third);
    await read(one.id, third);
    assert.equal((await placeOfMark(one.id, german))?.spine_index, 1);
  });

  test('[N-01] after a file of the same ISBN, or of the same title and author, was proposed', async () => {
    const old = await uploadBook(reader, await makeEpub({ title: 'Moby', isbn: '9780306406157' }));
    const fresh = await uploadBook(
      reader,
      makePdf({ info: { Title: 'Moby', Author: 'An Author' } }),
      'm.pdf',
    );
    assert.equal(fresh.perhaps_same_as, old.id);
    const kept = await reader.call('POST /books/:id/perhaps-same', {
      params: { id: fresh.id },
      body: { same: true },
    });
    assert.deepEqual(
      [kept.id, (await filesOf(old.id)).map(({ format }) => format)],
      [old.id, ['epub', 'pdf']],
    );
  });
});
