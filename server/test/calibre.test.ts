import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { addDevice } from './support/devices.ts';
import { makeEpub } from './support/epub.ts';
import { calibreLibrary } from './support/folders/calibreLibrary.ts';
import { madeFolder, readerWithFolder } from './support/folders/readersFolder.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const epub = (title = 'As in the file') => makeEpub({ title, author: 'Of the file' });
const cover = (background = '#a0331c') =>
  sharp({ create: { width: 60, height: 90, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('a calibre library', () => {
  test('becomes books with what calibre says of them, and names what has no place', async () => {
    const library = await calibreLibrary();
    await library.add({
      title: 'Persuasion',
      authors: [
        ['Jane Austen', 'Austen, Jane'],
        ['Smith| John', 'Smith, John'],
      ],
      series: ['The Novels', 6],
      tags: ['Romance', 'England'],
      rating: 8,
      identifiers: { isbn: '9780141439686', goodreads: '2156' },
      languages: ['deu', 'eng'],
      publisher: 'Penguin',
      pubdate: '1817-12-20 00:00:00+00:00',
      comments: '<p>Eight <b>years</b> later.</p><script>alert(1)</script><p>Anne.</p>',
      read: true,
      files: { PDF: makePdf(), EPUB: await epub() },
      cover: await cover(),
    });
    const { look, reader, report } = await readerWithFolder(server, library.path);
    const folder = await look();
    assert.deepEqual(
      [folder.kind, folder.taken, folder.left_out_fields],
      ['calibre', 1, ['#lent', 'goodreads']],
    );
    const [book] = (await reader.call('GET /books', {})).items;
    assert.ok(book);
    const { title, author, author_sort, series, series_index, genre, rating, isbn13, language } = book;
    assert.deepEqual(
      { title, author, author_sort, series, series_index, genre, rating, isbn13, language },
      {
        title: 'Persuasion',
        author: 'Jane Austen, Smith, John',
        author_sort: 'Austen, Jane',
        series: 'The Novels',
        series_index: 6,
        genre: 'Romance',
        rating: 4,
        isbn13: '9780141439686',
        language: 'de',
      },
    );
    const { publisher, published, description, status, completed_at, cover_source, format } = book;
    assert.deepEqual(
      { publisher, published, description, status, completed_at, cover_source, format },
      {
        publisher: 'Penguin',
        published: '1817-12-20',
        description: 'Eight years later.\n\nAnne.',
        status: 'completed',
        completed_at: null,
        cover_source: 'file',
        format: 'epub',
      },
    );
    assert.deepEqual(await report(), []);
  });

  test('its other formats are files of the book, each once; what is no book is reported', async () => {
    const library = await calibreLibrary();
    const files = { EPUB: await epub(), PDF: makePdf(), LIT: Buffer.from('no book'), AZW: null };
    const id = await library.add({ files });
    const { look, reader, report } = await readerWithFolder(server, library.path);
    await look();
    const [book] = (await reader.call('GET /books', {})).items;
    const params = { id: book?.id ?? '' };
    const further = async () => (await reader.call('GET /books/:id/files', { params })).items;
    const [pdf, ...more] = (await further()).filter(({ format }) => format === 'pdf');
    assert.deepEqual([pdf?.file_name, more.length, book?.format], ['Book.pdf', 0, 'epub']);
    assert.deepEqual(
      (await report()).map(({ formats }) => formats),
      [['AZW', 'LIT']],
    );
    await reader.call('DELETE /books/:id/files/:file', { params: { ...params, file: pdf?.id ?? '' } });
    library.touch(id);
    await look();
    assert.deepEqual((await further()).filter(({ format }) => format === 'pdf').length, 0);
  });

  test('its cover is that of the book, until the reader chooses another', async () => {
    const library = await calibreLibrary();
    const id = await library.add({ files: { EPUB: await epub() }, cover: await cover() });
    const { look, reader } = await readerWithFolder(server, library.path);
    await look();
    const shown = async () => {
      const [book] = (await reader.call('GET /books', {})).items;
      const file = await reader.fetch(new URL(book?.cover_url ?? '', reader.origin).pathname);
      const { data } = await sharp(Buffer.from(await file.arrayBuffer()))
        .resize(1, 1)
        .raw()
        .toBuffer({
          resolveWithObject: true,
        });
      return { id: book?.id ?? '', red: data[0] ?? 0, blue: data[2] ?? 0 };
    };
    const change = async (background: string) => {
      await writeFile(join(library.path, `Author/Book (${id})/cover.jpg`), await cover(background));
      library.touch(id);
      await look();
    };
    const first = await shown();
    assert.ok(first.red > 100 && first.blue < 90, JSON.stringify(first));
    await change('#1c33a0');
    const second = await shown();
    assert.ok(second.blue > 100 && second.red < 90, JSON.stringify(second));
    const image = (await cover('#33a01c')).toString('base64');
    await reader.call('PUT /books/:id/cover', { params: { id: first.id }, body: { image } });
    await change('#a0331c');
    const own = await shown();
    assert.ok(own.red < 120 && own.blue < 90, JSON.stringify(own));
  });

  test('a later look takes what calibre has changed, and nothing that the reader has', async () => {
    const library = await calibreLibrary();
    const id = await library.add({ title: 'First', tags: ['Sea'], files: { EPUB: await epub() } });
    const { look, reader } = await readerWithFolder(server, library.path);
    await look();
    const [book] = (await reader.call('GET /books', {})).items;
    const params = { id: book?.id ?? '' };
    await reader.call('PATCH /books/:id', { params, body: { genre: 'Whales' } });
    library.run('update books set title = ? where id = ?', 'Second', id);
    library.run('update tags set name = ?', 'Ships');
    library.touch(id);
    await rename(join(library.path, 'Author/Book (1)'), join(library.path, 'Author/Second (1)'));
    library.run('update books set path = ? where id = ?', 'Author/Second (1)', id);
    assert.equal((await look()).taken, 1);
    const changed = await reader.call('GET /books/:id', { params });
    assert.deepEqual([changed.title, changed.genre], ['Second', 'Whales']);
    await reader.call('PATCH /books/:id', { params, body: { title: 'Mine' } });
    library.run('update books set title = ? where id = ?', 'Third', id);
    library.touch(id);
    await look();
    assert.equal((await reader.call('GET /books/:id', { params })).title, 'Mine');
  });

  test('[B-05] a title is sorted as calibre says, until the reader changes it', async () => {
    const library = await calibreLibrary();
    const id = await library.add({ title: 'A Tale', files: { EPUB: await epub('A Tale') } });
    const second = await library.add({ title: 'Story', files: { EPUB: await epub('Story') } });
    const sortAs = (form: string) => {
      library.run('update books set sort = ? where id = ?', form, id);
      library.touch(id);
    };
    sortAs('Tale, A');
    library.run('update books set sort = title where id = ?', second);
    const { look, reader } = await readerWithFolder(server, library.path);
    await look();
    const device = await addDevice(reader);
    const feed = await (await device.fetch('/opds/v1.2/books?order=title')).text();
    assert.ok(feed.indexOf('<title>Story<') < feed.indexOf('<title>A Tale<'), feed);
    const book = (await reader.call('GET /books', {})).items.find(({ title }) => title === 'A Tale');
    const params = { id: book?.id ?? '' };
    const form = async () => (await reader.call('GET /books/:id', { params })).title_sort;
    assert.equal(await form(), 'Tale, A');
    sortAs('Tale (A)');
    await look();
    assert.equal(await form(), 'Tale (A)');
    await reader.call('PATCH /books/:id', { params, body: { title: 'My tale' } });
    sortAs('Tale, A');
    await look();
    assert.equal(await form(), undefined);
  });

  test('a book that was here before only gets what it lacks', async () => {
    const library = await calibreLibrary();
    const file = await epub('Here before');
    await library.add({ title: 'Of calibre', series: ['Sea', 2], files: { EPUB: file } });
    const { look, reader } = await readerWithFolder(server, library.path);
    const before = await uploadBook(reader, file);
    assert.equal((await look()).taken, 1);
    const [book] = (await reader.call('GET /books', {})).items;
    assert.deepEqual(
      [book?.id, book?.title, book?.series, book?.series_index],
      [before.id, 'Here before', 'Sea', 2],
    );
  });

  test('says of each book why it was left out, and takes it when its file comes', async () => {
    const library = await calibreLibrary();
    const late = await library.add({ title: 'Late', files: { EPUB: null } });
    await library.add({ title: 'No file' });
    await library.add({ title: 'Outside', path: '../../etc', files: { PASSWD: null } });
    await library.add({ title: 'Linked', path: 'linked', files: { EPUB: null } });
    await symlink('/etc', join(library.path, 'linked'));
    await symlink('/etc/passwd', join(library.path, 'Author', `Book (${late})`, 'Other.epub'));
    await library.add({ title: 'Empty', files: { EPUB: Buffer.alloc(0) } });
    await library.add({ title: 'Broken, but a PDF', files: { EPUB: Buffer.from('no'), PDF: makePdf() } });
    const { look, report, titles } = await readerWithFolder(server, library.path);
    assert.equal((await look()).left_out, 5);
    const reasons = (await report()).map(({ path, reason }) => `${path}: ${reason}`).join('\n');
    for (const wanted of [/^Author\/Book \(2\): calibre has no file/m, /outside/, /is not there/, /empty/])
      assert.match(reasons, wanted);
    assert.deepEqual(await titles(), ['Broken, but a PDF']);
    await writeFile(join(library.path, 'Author', `Book (${late})`, 'Book.epub'), await epub());
    await look();
    assert.deepEqual(await titles(), ['Broken, but a PDF', 'Late']);
  });

  test('a book that is gone from calibre is asked about', async () => {
    const library = await calibreLibrary();
    const one = await library.add({ title: 'One', files: { EPUB: await epub('1') } });
    await library.add({ title: 'Two', files: { EPUB: await epub('2') } });
    const { look, titles } = await readerWithFolder(server, library.path);
    await look();
    library.run('delete from books where id = ?', one);
    assert.equal((await look()).gone, 1);
    assert.deepEqual(await titles(), ['One', 'Two']);
  });

  test('goes on after a stop: what was taken in is not taken in again, and has what calibre says', async () => {
    const library = await calibreLibrary();
    await library.add({ title: 'One', files: { EPUB: await epub() } });
    const { look, titles, id } = await readerWithFolder(server, library.path);
    await look();
    const { db } = server.services;
    // As if the process had ended between the upload and what follows it.
    const undone = { state: 'taking', book_id: null, imported: null, modified: null } as const;
    await db.updateTable('folder_files').set(undone).where('folder_id', '=', id).execute();
    await db.updateTable('books').set({ title: 'As in the file' }).where('title', '=', 'One').execute();
    await db.updateTable('folders').set({ seen: null }).where('id', '=', id).execute();
    assert.equal((await look()).taken, 1);
    assert.deepEqual(await titles(), ['One']);
  });

  const broken: [string, (path: string) => Promise<unknown>, RegExp][] = [
    ['truncated', (path) => truncate(path, 5_000), /damaged/],
    ['no database', (path) => writeFile(path, 'no database at all, but some text'), /damaged/],
    ['without its tables', (path) => writeFile(path, ''), /damaged/],
    ['too large to be one', (path) => truncate(path, 1024 ** 3 + 4_096), /damaged/],
    ['being written', (path) => writeFile(`${path}-journal`, 'journal'), /writing/],
    ['with a log', (path) => writeFile(`${path}-wal`, 'log'), /writing/],
    ['removed', (path) => rm(path), /is its disk mounted/],
  ];
  for (const [name, breakIt, sentence] of broken)
    test(`a metadata.db that is ${name} stops it with a sentence, and the books stay`, async () => {
      const library = await calibreLibrary();
      await library.add({ title: 'One', files: { EPUB: await epub() } });
      const { look, titles } = await readerWithFolder(server, library.path);
      await look();
      const id = await library.add({ title: 'Two', files: { EPUB: await epub() } });
      library.touch(id);
      await breakIt(join(library.path, 'metadata.db'));
      const folder = await look();
      assert.deepEqual([folder.state, folder.gone], ['stopped', 0]);
      assert.match(folder.problem ?? '', sentence);
      assert.deepEqual(await titles(), ['One']);
    });
});

const calibredb = '/usr/bin/calibredb';

test('a library that calibre itself has made', {
  skip: !existsSync(calibredb) && 'without calibre',
}, async () => {
  const work = await madeFolder('lectern-calibredb-');
  const library = join(work, 'library');
  const run = (...args: string[]) =>
    promisify(execFile)(calibredb, [...args, '--with-library', library], {
      env: { ...process.env, HOME: work },
    });
  const file = join(work, 'book.epub');
  await writeFile(file, await epub('Emma'));
  await writeFile(join(work, 'book.pdf'), makePdf());
  await run('add', file);
  await run('add_format', '1', join(work, 'book.pdf'));
  await run('add_custom_column', 'read', 'Read', 'bool');
  await run('add_custom_column', 'shelf', 'Shelf', 'text');
  await run('set_custom', 'read', '1', 'true');
  const fields = [
    'authors:Jane Austen & Mr Knightley',
    'series:Novels',
    'series_index:4',
    'rating:5',
    'tags:Love,Wit',
  ];
  await run('set_metadata', '1', ...fields.flatMap((field) => ['--field', field]));
  const { look, reader, report } = await readerWithFolder(server, library);
  const folder = await look();
  assert.deepEqual([folder.taken, folder.left_out_fields], [1, ['#shelf']]);
  const [book] = (await reader.call('GET /books', {})).items;
  assert.deepEqual(
    [book?.title, book?.author, book?.series, book?.series_index, book?.rating, book?.genre, book?.status],
    ['Emma', 'Jane Austen, Mr Knightley', 'Novels', 4, 5, 'Love', 'completed'],
  );
  const { items } = await reader.call('GET /books/:id/files', { params: { id: book?.id ?? '' } });
  assert.deepEqual([items.map(({ format }) => format).sort(), await report()], [['epub', 'pdf'], []]);
});
