import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, copyFile, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { folderCommand } from '../src/intake/folders/folderCommand.ts';
import { commandLine } from './support/commandLine.ts';
import { makeEpub } from './support/epub.ts';
import { readerWithFolder } from './support/folders/readersFolder.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const book = (title: string) => makeEpub({ title });

describe('a watched folder', () => {
  test('files become books once two looks have found them the same, and a copy is no second book', async () => {
    const { path, look, titles } = await readerWithFolder(server);
    await mkdir(join(path, 'sea'));
    const file = join(path, 'sea', 'one.epub');
    await writeFile(file, (await book('One')).subarray(0, 500));
    await look(1);
    await writeFile(file, await book('One'));
    assert.equal((await look(1)).taken, 0);
    await copyFile(file, join(path, 'copy.epub'));
    const folder = await look();
    assert.deepEqual([folder.state, folder.taken, folder.left_out, folder.gone], ['watching', 2, 0, 0]);
    assert.deepEqual(await titles(), ['One']);
  });

  test('a renamed file is the same book, by its inode or its bytes, and whatever its reader called it', async () => {
    const { path, look, titles, reader } = await readerWithFolder(server);
    await writeFile(join(path, 'one.epub'), await book('One'));
    await look();
    const [first] = (await reader.call('GET /books', {})).items;
    await reader.call('PATCH /books/:id', { params: { id: first?.id ?? '' }, body: { title: 'Mine' } });
    await rename(join(path, 'one.epub'), join(path, 'two.epub'));
    assert.equal((await look(1)).taken, 1);
    await copyFile(join(path, 'two.epub'), join(path, 'three.epub'));
    await rm(join(path, 'two.epub'));
    const folder = await look(3);
    assert.deepEqual([folder.taken, folder.gone], [1, 0]);
    assert.deepEqual(await titles(), ['Mine']);
  });

  test('a newer version of a file replaces that of its book, but not one that the reader has given it', async () => {
    const { path, look, reader, report } = await readerWithFolder(server);
    await writeFile(join(path, 'one.epub'), await makeEpub({ title: 'One', chapters: ['Once.'] }));
    await look();
    const [first] = (await reader.call('GET /books', {})).items;
    await writeFile(join(path, 'one.epub'), await makeEpub({ title: 'One', chapters: ['Twice, twice.'] }));
    await look();
    const replaced = await reader.call('GET /books/:id', { params: { id: first?.id ?? '' } });
    assert.ok(replaced.word_count > (first?.word_count ?? 0));
    const { db } = server.services;
    await db
      .updateTable('books')
      .set({ sha256: 'f'.repeat(64) })
      .where('id', '=', replaced.id)
      .execute();
    await writeFile(
      join(path, 'one.epub'),
      await makeEpub({ title: 'One', chapters: ['A third time now.'] }),
    );
    await look();
    assert.equal(
      (await reader.call('GET /books/:id', { params: { id: replaced.id } })).word_count,
      replaced.word_count,
    );
    assert.match((await report())[0]?.reason ?? '', /^You have replaced this file/);
  });

  test('another work under the same name is another book, and the first keeps its file', async () => {
    const { path, look, titles, reader } = await readerWithFolder(server);
    const file = join(path, 'one.epub');
    const first = await makeEpub({ title: 'One', chapters: ['Call me Ishmael, some years ago.'] });
    await writeFile(file, first);
    await look();
    const [book] = (await reader.call('GET /books', {})).items;
    await writeFile(
      file,
      await makeEpub({ title: 'Two', chapters: ['It was the best of times, it was the worst.'] }),
    );
    await look(3);
    assert.deepEqual(await titles(), ['One', 'Two']);
    const { items } = await reader.call('GET /books/:id/files', { params: { id: book?.id ?? '' } });
    const stored = await (await reader.fetch(items[0]?.url ?? '')).arrayBuffer();
    assert.deepEqual(Buffer.from(stored), first);
    // With another title, but the same words, it is a newer version.
    const third = ['It was the best of times, it was the worst.', 'A new chapter of it.'];
    await writeFile(file, await makeEpub({ title: 'Three', author: 'Nobody', chapters: third }));
    await look(3);
    assert.deepEqual(await titles(), ['One', 'Two']);
  });

  test('a file that is moved over another one, or over one that was left out, takes its name', async () => {
    const { path, look, titles } = await readerWithFolder(server);
    const at = (name: string) => join(path, name);
    await writeFile(at('one.epub'), await book('One'));
    await writeFile(at('two.epub'), await book('Two'));
    await writeFile(at('three.epub'), await book('Three'));
    await writeFile(at('broken.epub'), 'no book');
    await look();
    await rename(at('two.epub'), at('one.epub'));
    await copyFile(at('three.epub'), at('broken.epub'));
    await rm(at('three.epub'));
    const folder = await look(3);
    assert.deepEqual([folder.problem, folder.taken, folder.left_out, folder.gone], [null, 2, 0, 0]);
    assert.deepEqual(await titles(), ['One', 'Three', 'Two']);
  });

  test('a file that was copied to another name and then removed leaves its book to the copy', async () => {
    const { path, look, titles } = await readerWithFolder(server);
    const at = (name: string) => join(path, name);
    await writeFile(at('one.epub'), await book('One'));
    await writeFile(at('two.epub'), await book('Two'));
    await look();
    await copyFile(at('one.epub'), at('copy.epub'));
    await look();
    await rm(at('one.epub'));
    const folder = await look(3);
    assert.deepEqual([folder.problem, folder.taken, folder.left_out, folder.gone], [null, 2, 0, 0]);
    assert.deepEqual(await titles(), ['One', 'Two']);
  });

  test('what was left out is tried again by another version of Lectern, and once', async () => {
    const { path, look, id } = await readerWithFolder(server);
    await writeFile(join(path, 'one.epub'), await book('One'));
    await writeFile(join(path, 'broken.epub'), (await book('Broken')).subarray(0, 300));
    await look();
    const { db } = server.services;
    const uploads = () =>
      db.selectFrom('uploads').select('id').where('filename', '=', 'broken.epub').execute();
    const before = (await uploads()).length;
    await look();
    assert.equal((await uploads()).length, before);
    await db.updateTable('folders').set({ seen: '0.0.1' }).where('id', '=', id).execute();
    await look();
    assert.equal((await uploads()).length, before + 1);
  });

  test('a book that its reader has deleted does not come back', async () => {
    const { path, look, reader, titles } = await readerWithFolder(server);
    await writeFile(join(path, 'one.epub'), await book('One'));
    await look();
    const [first] = (await reader.call('GET /books', {})).items;
    await reader.call('DELETE /books/:id', { params: { id: first?.id ?? '' } });
    await utimes(join(path, 'one.epub'), 1, 1);
    await look();
    assert.deepEqual(await titles(), []);
  });

  test('what is gone from the folder is asked about: kept, or moved to the bin', async () => {
    const { path, look, reader, titles, id, report } = await readerWithFolder(server);
    for (const name of ['One', 'Two', 'Three']) await writeFile(join(path, `${name}.epub`), await book(name));
    await look();
    await rm(join(path, 'One.epub'));
    await rm(join(path, 'Two.epub'));
    assert.equal((await look()).gone, 2);
    assert.deepEqual(await titles(), ['One', 'Three', 'Two']);
    assert.deepEqual(
      (await report()).map((file) => [file.path, file.state]),
      [
        ['One.epub', 'gone'],
        ['Two.epub', 'gone'],
      ],
    );
    await reader.call('POST /folders/:id/gone', { params: { id }, body: { books: 'keep' } });
    assert.equal((await look()).gone, 0);
    await rm(join(path, 'Three.epub'));
    await writeFile(join(path, 'Four.epub'), await book('Four'));
    await look();
    const answer = await reader.call('POST /folders/:id/gone', { params: { id }, body: { books: 'bin' } });
    assert.equal(answer.left, 0);
    assert.deepEqual(await titles(), ['Four', 'One', 'Two']);
    const [binned] = (await reader.call('GET /bin', {})).items;
    assert.equal(binned?.kind, 'book');
  });

  test('a folder that is empty or not there stops with a sentence, and nothing counts as gone', async () => {
    const { path, look } = await readerWithFolder(server);
    await writeFile(join(path, 'one.epub'), await book('One'));
    await look();
    await rename(join(path, 'one.epub'), `${path}.epub`);
    assert.match((await look()).problem ?? '', /^The folder is empty/);
    await rename(path, `${path}-away`);
    const gone = await look();
    assert.deepEqual([gone.state, gone.gone], ['stopped', 0]);
    assert.match(gone.problem ?? '', /is its disk mounted/);
    await rename(`${path}-away`, path);
    await rename(`${path}.epub`, join(path, 'one.epub'));
    assert.deepEqual([(await look()).state, (await look()).taken], ['watching', 1]);
  });

  test('what is no book is left out with the reason', async () => {
    const { path, look, report } = await readerWithFolder(server);
    await writeFile(join(path, 'empty.epub'), '');
    await writeFile(join(path, 'photo.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6]));
    await writeFile(join(path, 'broken.epub'), (await book('Broken')).subarray(0, 300));
    const { db } = server.services;
    const uploads = () => db.selectFrom('uploads').select('id').where('filename', '=', 'photo.jpg').execute();
    await symlink('/etc/passwd', join(path, 'link.epub'));
    await symlink('/etc', join(path, 'linked'));
    await writeFile(join(path, 'half.epub.part'), await book('Half'));
    await writeFile(join(path, '.hidden.epub'), await book('Hidden'));
    // A look that opened it would wait for its writer for ever.
    execFileSync('mkfifo', [join(path, 'pipe.epub')]);
    assert.equal((await look()).left_out, 5);
    const reasons = Object.fromEntries((await report()).map((file) => [file.path, file.reason ?? '']));
    assert.match(reasons['empty.epub'] ?? '', /empty/);
    assert.match(reasons['photo.jpg'] ?? '', /^Lectern doesn’t read this kind of file/);
    // Not even copied.
    assert.deepEqual(await uploads(), []);
    assert.match(reasons['broken.epub'] ?? '', /damaged/);
    assert.match(reasons['link.epub'] ?? '', /link/);
    assert.match(reasons.linked ?? '', /link/);
  });

  test('a file that keeps growing waits', async () => {
    const { path, look, titles } = await readerWithFolder(server);
    await writeFile(join(path, 'one.epub'), await book('One'));
    for (let time = 0; time < 3; time++) {
      await look(1);
      await appendFile(join(path, 'one.epub'), 'more');
    }
    assert.deepEqual(await titles(), []);
  });

  test('a folder without permission is left out, and what is below it is not gone', {
    skip: process.getuid?.() === 0 && 'root may read everything',
  }, async () => {
    const { path, look, report } = await readerWithFolder(server);
    await mkdir(join(path, 'sea'));
    await writeFile(join(path, 'sea', 'one.epub'), await book('One'));
    await look();
    await chmod(join(path, 'sea'), 0);
    const folder = await look();
    assert.deepEqual([folder.taken, folder.gone, folder.left_out], [1, 0, 1]);
    assert.match((await report())[0]?.reason ?? '', /may not read/);
    await chmod(path, 0);
    assert.match((await look()).problem ?? '', /may not read/);
    await chmod(path, 0o700);
    await chmod(join(path, 'sea'), 0o700);
  });

  test('a full library stops it with a sentence, and it goes on when there is room', async () => {
    const { path, look, reader, titles } = await readerWithFolder(server);
    const { db } = server.services;
    const quota = (bytes: number | null) =>
      db
        .updateTable('users')
        .set({ quota_bytes: bytes })
        .where('id', '=', reader.user?.id ?? '')
        .execute();
    await quota(10);
    await writeFile(join(path, 'one.epub'), await book('One'));
    assert.match((await look()).problem ?? '', /^Your library is full/);
    await quota(null);
    await look();
    assert.deepEqual(await titles(), ['One']);
  });

  test('a stop in between leaves nothing undone: the same file goes on as the same upload', async () => {
    const { path, look, id, titles } = await readerWithFolder(server);
    await writeFile(join(path, 'one.epub'), await book('One'));
    await look();
    const { db } = server.services;
    const [row] = await db.selectFrom('folder_files').selectAll().where('folder_id', '=', id).execute();
    await db
      .updateTable('folder_files')
      .set({ state: 'taking', book_id: null })
      .where('folder_id', '=', id)
      .execute();
    assert.equal((await look()).taken, 1);
    const [again] = await db.selectFrom('folder_files').selectAll().where('folder_id', '=', id).execute();
    assert.deepEqual([again?.book_id, again?.upload_id], [row?.book_id, row?.upload_id]);
    assert.deepEqual(await titles(), ['One']);
  });
});

test('a folder is found, watched and taken in by itself', async () => {
  const eager = await startServer({ folderTimes: { everyMs: 60_000, settleMs: 20, findMs: 20 } });
  try {
    const { path, reader, titles } = await readerWithFolder(eager);
    const until = async (is: () => Promise<boolean>) => {
      while (!(await is())) await new Promise(setImmediate);
    };
    await until(async () => (await reader.call('GET /folders', {})).items[0]?.state === 'watching');
    await writeFile(join(path, 'one.epub'), await book('One'));
    await until(async () => (await titles()).length === 1);
  } finally {
    await eager.stop();
  }
});

test('nobody sees or answers for the folder of another', async () => {
  const { id } = await readerWithFolder(server);
  const eve = await server.reader();
  assert.deepEqual((await eve.call('GET /folders', {})).items, []);
  await eve.fails(404, 'GET /folders/:id/files', { params: { id } });
  await eve.fails(404, 'POST /folders/:id/gone', { params: { id }, body: { books: 'bin' } });
});

test('the operator adds, lists and removes folders, of which the books stay', async () => {
  const { path, reader, titles, id } = await readerWithFolder(server);
  const { config } = server;
  const env: Record<string, string> = { DATA_DIR: config.dataDir };
  if (config.databaseUrl) env.DATABASE_URL = config.databaseUrl;
  const folder = (...args: string[]) => commandLine(['folder', ...args], env);
  const account = { id: reader.user?.id ?? '', email: reader.user?.email ?? '' };
  const { email } = account;
  const inProcess = (...args: string[]) => folderCommand(server.services, args, async () => account);
  const another = join(path, 'sea');
  await mkdir(another);
  await writeFile(join(another, 'one.epub'), await book('One'));
  const { stdout } = await folder('add', email, another);
  const added = /: ([0-9a-f-]{36})$/.exec(stdout.trim())?.[1] ?? '';
  for (let time = 0; time < 2; time++) await server.services.folders.look(added);
  assert.match((await inProcess('list')) ?? '', new RegExp(`^${added}  ${email}  ${another}  watching`, 'm'));
  await inProcess('remove', added);
  assert.deepEqual(
    (await reader.call('GET /folders', {})).items.map((one) => one.id),
    [id],
  );
  assert.deepEqual(await titles(), ['One']);
  const refused: [string[], RegExp][] = [
    [['add', 'nobody@example.org', path], /There is no account/],
    [['add', email], /^Usage/],
  ];
  for (const [args, message] of refused)
    await assert.rejects(folder(...args), (error: { stderr: string }) => message.test(error.stderr));
});

test('a folder that cannot be taken is refused with the reason', async () => {
  const { path, reader, id } = await readerWithFolder(server);
  const account = { id: reader.user?.id ?? '', email: reader.user?.email ?? '' };
  const add = (folder: string) =>
    folderCommand(server.services, ['add', account.email, folder], async () => account);
  for (const [folder, message] of [
    [path, /already/],
    ['books', /no absolute path/],
    [join(path, 'nowhere'), /There is no folder/],
    [server.config.dataDir, /lie in one another/],
    ['/', /lie in one another/],
  ] as const)
    await assert.rejects(add(folder), message);
  const remove = () => folderCommand(server.services, ['remove', id], async () => account);
  await remove();
  await assert.rejects(remove(), /There is no folder/);
});
