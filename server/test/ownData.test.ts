import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { type LocalTime, localTime } from '../src/library/gamification/userCalendar.ts';
import { issueResetToken } from '../src/people/auth/resetTokens.ts';
import { exportedTables } from '../src/store/export/exportedTables.ts';
import {
  asMarkdown,
  byPlace,
  type ExportedHighlight,
  type ExportedNote,
  type MarkedBook,
  placeKey,
} from '../src/store/export/markdown.ts';
import { safeFileNames } from '../src/store/export/writeExport.ts';
import type { Client } from './support/client.ts';
import { fillLibrary } from './support/library.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { stagedNames, storedKeys } from './support/stored.ts';
import { rowsOf, tableNames } from './support/tables.ts';
import { uploadBook } from './support/uploads.ts';
import { unzip } from './support/zip.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const now = () => new Date().toISOString();

async function exported(reader: Client, files = false): Promise<Map<string, Buffer>> {
  const response = await reader.fetch(`/v1/export${files ? '?files=1' : ''}`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/zip');
  return unzip(new Uint8Array(await response.arrayBuffer()));
}

const read = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)?.toString() ?? 'null');

describe('an export', () => {
  test('[SV-03] data export: contains every row of the user in every table, and nobody else’s', async () => {
    const { db } = server.services;
    const [ada, eve] = [await server.reader('ada'), await server.reader('eve')];
    const { bookId, bytes } = await fillLibrary(server, ada, 'Moby-Dick');
    await fillLibrary(server, eve, 'Eve’s own book');
    const files = await exported(ada, true);

    // Not exported: secrets, stored responses, data derived from the files, and folders of the operator.
    const ours = [
      'refresh_tokens',
      'known_devices',
      'password_resets',
      'idempotency',
      'uploads',
      'folders',
      'folder_files',
      'passages',
      'book_digests',
      'confirmations',
      'second_factors',
      'recovery_codes',
      'sign_in_challenges',
      'reader_changes',
    ];
    const fileOf = new Map(exportedTables.map(({ table, file }) => [table as string, `${file}.json`]));
    for (const table of await tableNames(db)) {
      const all = await rowsOf(db, table);
      if (!all.some((row) => 'user_id' in row) || ours.includes(table)) continue;
      const stored = all.filter((row) => row.user_id === ada.user?.id);
      const written: Record<string, unknown>[] = read(files, fileOf.get(table) ?? '');
      assert.ok(stored.length > 0, `${table} is not tried`);
      assert.equal(written?.length, stored.length, table);
      for (const [name, value] of Object.entries(written[0] ?? {})) {
        if (typeof value === 'string')
          assert.ok(
            stored.some((row) => row[name] === value),
            `${table}.${name}`,
          );
      }
    }
    assert.deepEqual(read(files, 'collections.json')[0].book_ids, [bookId]);
    assert.equal(read(files, 'profile.json').email, 'ada@example.org');
    assert.deepEqual(read(files, 'notes.json')[0].tags, ['colour']);
    assert.deepEqual(files.get('books/Moby-Dick - Herman Melville.epub'), bytes);
    const whole = [...files].map(([name, content]) => `${name} ${content}`).join('\n');
    assert.doesNotMatch(whole, /Eve’s own book|argon2|password_hash|token_hash/);
    assert.ok(!whole.includes(eve.user?.id ?? 'eve'));
  });

  test('[N-07] contains the bin and the versions of texts, without internal columns', async () => {
    const reader = await server.reader('bea');
    const { bookId } = await fillLibrary(server, reader, 'Emma');
    const { id } = await reader.call('POST /notes', { body: { content: 'First' } });
    await reader.call('PUT /notes/:id', { params: { id }, body: { content: 'Second' } });
    await reader.call('DELETE /notes/:id', { params: { id } });
    await reader.call('DELETE /books/:id', { params: { id: bookId } });
    const files = await exported(reader);
    const [version] = read(files, 'versions.json');
    assert.deepEqual(version.row, { title: '', content: 'First', tags: '[]' });
    const bin: { thing: string; row: { content?: string } }[] = read(files, 'bin.json');
    assert.deepEqual(bin[0]?.row.content, 'Second');
    assert.ok(
      ['note', 'book', 'notes', 'highlights'].every((name) => bin.some(({ thing }) => thing === name)),
    );
    assert.ok(!bin.some(({ thing }) => thing === 'passages'));
    assert.doesNotMatch(
      `${files.get('bin.json')}${files.get('versions.json')}`,
      /changed_by|user_id|device_id/,
    );
  });

  test('contains notes and highlights as Markdown too, with book and page', async () => {
    const reader = await server.reader('cy');
    await fillLibrary(server, reader, 'Moby/Dick: ../../or "The Whale"');
    const files = await exported(reader);
    const name = 'markdown/Moby Dick .. .. or The Whale - Herman Melville.md';
    const text = files.get(name)?.toString() ?? [...files.keys()].join('\n');
    assert.match(text, /^# Moby\/Dick: /);
    assert.match(
      text,
      /> Call me Ishmael\.\n> Some years ago\n\n— Moby\/Dick: .*, p\. 3 · \d{4}-\d\d-\d\d · pink\n\nso it begins/,
    );
    assert.match(
      text,
      /### White\n\n> the whiteness of the whale\n\nWhy \*white\*\?\n\n— .*, p\. 7 · .* · #colour/,
    );
    assert.match(files.get('markdown/Notes of no book.md')?.toString() ?? '', /of no book/);
    assert.ok(![...files.keys()].some((file) => file.startsWith('books/')));
  });

  test('names a book without an author by its title alone', async () => {
    const reader = await server.reader('flo');
    const { id, author } = await uploadBook(reader, makePdf({ info: { Title: 'Minutes' } }));
    assert.equal(author, '');
    await reader.call('POST /books/:id/highlights', {
      params: { id },
      body: { text: 'Ishmael', color: 'blue' },
    });
    const files = await exported(reader, true);
    assert.ok(files.has('books/Minutes.pdf'), [...files.keys()].join('\n'));
    assert.match(files.get('markdown/Minutes.md')?.toString() ?? '', /^# Minutes\n\n## Highlights/);
  });

  test('is downloaded by a URL that is valid for some minutes, and ends with the session', async () => {
    let clock = new Date();
    const timed = await startServer({ services: { now: () => clock } });
    try {
      const reader = await timed.reader();
      const { url, expires_at } = await reader.call('POST /export', { body: {} });
      assert.ok(Date.parse(expires_at) - clock.getTime() <= 600_000);
      const response = await timed.visitor.fetch(url);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-disposition') ?? '', /lectern-\d{4}-\d\d-\d\d\.zip/);
      assert.ok((await unzip(new Uint8Array(await response.arrayBuffer()))).has('profile.json'));
      const other = await timed.reader();
      const forged = url.replace(reader.user?.id ?? '', other.user?.id ?? '');
      assert.equal((await timed.visitor.fetch(forged)).status, 404);
      clock = new Date(clock.getTime() + 11 * 60_000);
      assert.equal((await timed.visitor.fetch(url)).status, 404);
      const { url: next } = await reader.call('POST /export', { body: { files: true } });
      assert.match(next, /files=1$/);
      await reader.call('POST /auth/logout-everywhere', {});
      assert.equal((await timed.visitor.fetch(next)).status, 404);
    } finally {
      await timed.stop();
    }
  });

  test('is aborted by a missing file instead of leaving a gap', async () => {
    const reader = await server.reader('dan');
    const { bookId } = await fillLibrary(server, reader, 'Gone');
    await server.services.blobs.removeAll(`books/${bookId}/`);
    await assert.rejects(async () => (await reader.fetch('/v1/export?files=1')).arrayBuffer());
  });
});

describe('what an export is written with', () => {
  async function written(
    book: MarkedBook,
    highlights: ExportedHighlight[],
    notes: ExportedNote[],
    local?: LocalTime,
  ): Promise<string> {
    async function* each<Item>(items: Item[]) {
      yield* items;
    }
    let text = '';
    for await (const piece of asMarkdown(book, each(highlights), each(notes), local)) text += piece;
    return text;
  }

  test('has file names that are valid on every system, and unique', () => {
    const name = safeFileNames();
    assert.equal(name('../../etc/passwd', 'md'), 'etc passwd.md');
    assert.equal(name('ETC passwd', 'md'), 'ETC passwd (2).md');
    assert.equal(name('con', 'md'), '_con.md');
    assert.equal(name('\u202e...\u0000', 'md'), 'Untitled.md');
    assert.ok([...name('長'.repeat(500), 'md')].length < 110);
  });

  test('sorts annotations by page', async () => {
    const at = (page: number) => ({
      id: `${page}`,
      page,
      position: null,
      created_at: now(),
      color: 'blue',
      note: null,
      text: `p${page}`,
    });
    const text = await written(
      { title: 'T', author: 'A' },
      [at(9), at(2)].sort((a, b) => byPlace(placeKey(a), placeKey(b))),
      [],
    );
    assert.ok(text.indexOf('> p2') < text.indexOf('> p9'));
  });

  test('[N-08] has the days of the user’s calendar, and quotations whose lines are no headings or lists', async () => {
    const created_at = '2026-01-31T23:30:00.000Z';
    const highlight = { page: 1, position: null, created_at, color: 'blue', note: null };
    const text = await written(
      { title: 'C #', author: 'A' },
      [{ ...highlight, text: '# One\n1. Two\n- Three\n---\n    code' }],
      [],
      localTime('Asia/Tokyo'),
    );
    assert.ok(text.includes('> \\# One\n> 1\\. Two\n> \\- Three\n> \\---\n>    code\n'), text);
    assert.ok(text.startsWith('# C \\#\n') && text.includes('p. 1 · 2026-02-01'), text);
  });

  test('[AF-05] escapes markup in titles, authors, tags and quotations; notes keep their Markdown', async () => {
    const markup = '<img src=x onerror="run()">[a](javascript:run())&lt;';
    const shown = '\\<img src=x onerror="run()">\\[a\\](javascript:run())\\&lt;';
    const stands = { page: 1, position: null, created_at: '2026-01-31T00:00:00.000Z' };
    const text = await written(
      { title: markup, author: markup },
      [{ ...stands, text: markup, color: 'blue', note: '<b>**so**' }],
      [{ ...stands, title: markup, content: '*yes* <script>', type: 'note', tags: [markup] }],
    );
    assert.equal(text.split(shown).length - 1, 7);
    assert.ok(text.startsWith(`# ${shown}\n\n*${shown}*`), text);
    assert.ok(text.includes(`> ${shown}`) && text.includes(`#${shown}`));
    assert.ok(text.includes('\\<b>**so**') && text.includes('*yes* \\<script>'));
    assert.doesNotMatch(text, /(?<!\\)</);
  });
});

describe('an account', () => {
  test('[SV-03] deletion: leaves nothing of the user in any table, among the files, or in uploads', async () => {
    const { db } = server.services;
    const gone = await server.reader('gone');
    const stays = await server.reader('stays');
    const { bookId } = await fillLibrary(server, gone, 'To be deleted');
    const kept = await fillLibrary(server, stays, 'To be kept');
    await issueResetToken(db, gone.user?.id ?? '', new Date());
    const ids = new Set<string>([gone.user?.id ?? '', bookId]);
    for (const table of await tableNames(db)) {
      for (const row of await rowsOf(db, table))
        if (row.user_id === gone.user?.id && typeof row.id === 'string') ids.add(row.id);
    }
    assert.ok(ids.size > 10);
    const ofGone = (names: string[]) => names.filter((name) => [...ids].some((id) => name.includes(id)));
    assert.ok(ofGone(await storedKeys(server.services)).length > 3);
    const half = (await gone.call('GET /uploads', {})).items.find(({ state }) => state === 'receiving');
    await server.services.staging.append(half?.id ?? '', Readable.from([Buffer.from('half')]), 0);
    assert.deepEqual(ofGone(await stagedNames(server.services)), [half?.id]);

    await gone.call('DELETE /auth/delete-account', { body: { password: 'password of gone' } });
    for (const table of await tableNames(db)) {
      const left = (await rowsOf(db, table)).filter((row) =>
        Object.values(row).some(
          (value) => typeof value === 'string' && [...ids].some((id) => value.includes(id)),
        ),
      );
      assert.deepEqual(left, [], table);
    }
    const left = [...(await storedKeys(server.services)), ...(await stagedNames(server.services))];
    assert.deepEqual(ofGone(left), []);
    assert.equal((await stays.call('GET /books', {})).items[0]?.id, kept.bookId);
  });

  test('[SV-03] password: can be changed with the old one, or reset by a link; every other session ends', async () => {
    const reader = await server.reader('pat');
    const phone = await server.reader('pat2');
    await phone.signIn({ email: 'pat@example.org', password: 'password of pat' });
    await reader.fails(403, 'POST /auth/change-password', {
      body: { currentPassword: 'no', newPassword: 'a new password' },
    });
    await reader.call('POST /auth/change-password', {
      body: { currentPassword: 'password of pat', newPassword: 'a new password' },
    });
    await phone.fails(401, 'GET /books', {});
    const token = await issueResetToken(server.services.db, reader.user?.id ?? '', new Date());
    await server.visitor.call('POST /auth/reset-password/confirm', {
      body: { token, password: 'a third password' },
    });
    await server.visitor.fails(401, 'POST /auth/login', {
      body: { email: 'pat@example.org', password: 'a new password' },
    });
    await phone.signIn({ email: 'pat@example.org', password: 'a third password' });
    assert.deepEqual(phone.user?.roles, ['user']);
    assert.equal((await phone.call('GET /books', {})).total, 0);
  });
});
