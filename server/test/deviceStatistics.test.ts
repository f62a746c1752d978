import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import Database from 'better-sqlite3';
import { chunks } from '../src/run/common/chunks.ts';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import type { Client } from './support/client.ts';
import { clockAt } from './support/clock.ts';
import { addDevice, type Device } from './support/devices.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';
import { unzip } from './support/zip.ts';

const file = bookFile({
  'OPS/book.opf': packageDocument({ chapters: ['one.xhtml'] }),
  'OPS/nav.xhtml': nav('<li><a href="one.xhtml">One</a></li>'),
  'OPS/one.xhtml': page(`<h1>One</h1>${'<p>Words of the only chapter, many of them.</p>'.repeat(400)}`),
});
const path = '/dav/koreader/statistics.sqlite3';

const clock = clockAt('2026-05-04T12:00:00Z');
let server: TestServer;
let ada: Client;
let device: Device;
let bookId: string;
let md5: string;

before(async () => {
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());
beforeEach(async () => {
  ada = await server.reader();
  device = await addDevice(ada, { scopes: ['write'] });
  bookId = (await uploadBook(ada, file, 'A Book.epub')).id;
  const digest = await server.services.db
    .selectFrom('book_digests')
    .select('digest')
    .where('book_id', '=', bookId)
    .where('kind', '=', 'content')
    .executeTakeFirstOrThrow();
  md5 = digest.digest;
  await device.fetch('/dav/koreader', { method: 'MKCOL' });
});

/** Page, seconds since 1970, seconds. */
type Time = [page: number, start: number, duration: number];

/** A file as KOReader creates it (version 20221111). */
function statistics(times: readonly Time[], { extra = '', digest = md5 } = {}): Buffer<ArrayBuffer> {
  const database = new Database(':memory:');
  database.exec(`
    create table book (id integer primary key autoincrement, title text, authors text, notes integer, last_open integer,
      highlights integer, pages integer, series text, language text, md5 text, total_read_time integer,
      total_read_pages integer);
    create unique index book_title_authors_md5 on book (title, authors, md5);
    create table page_stat_data (id_book integer, page integer not null default 0, start_time integer not null default 0,
      duration integer not null default 0, total_pages integer not null default 0,
      unique (id_book, page, start_time), foreign key (id_book) references book (id));
    create view page_stat as select id_book, page, start_time, duration from page_stat_data;
    pragma user_version = 20221111;
    ${extra}`);
  database
    .prepare('insert into book (title, authors, md5) values (?, ?, ?)')
    .run('A Book', 'Somebody', digest);
  const insert = database.prepare('insert into page_stat_data values (1, ?, ?, ?, 100)');
  for (const time of times) insert.run(...time);
  const bytes = Buffer.from(database.serialize());
  database.close();
  return bytes;
}

const put = async (body: Buffer<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const answer = await device.fetch(path, { method: 'PUT', body, headers });
  assert.ok(answer.status === 201 || answer.status === 204, `${answer.status}`);
};
async function get(): Promise<{ times: Time[]; etag: string }> {
  const answer = await device.fetch(path);
  const database = new Database(Buffer.from(await answer.arrayBuffer()));
  const rows = database
    .prepare('select page, start_time, duration from page_stat_data order by start_time')
    .raw()
    .all();
  database.close();
  return { times: rows as Time[], etag: answer.headers.get('etag') ?? '' };
}
const sessions = async () =>
  (await ada.call('GET /reading/sessions', {})).items
    .map(({ started_at, ended_at, seconds, book_id }) => ({ started_at, ended_at, seconds, book_id }))
    .reverse();
const seconds = (moment: string) => Date.parse(moment) / 1_000;
/** Two hours ago; not the real time, since a session across midnight belongs to two days. */
const today = () => Math.floor(clock.now().getTime() / 1_000) - 7_200;

test('page times become reading sessions of their days, once, however often they are sent', async () => {
  const times: Time[] = [
    [1, seconds('2026-03-01T10:00:00Z'), 60],
    [2, seconds('2026-03-01T10:01:00Z'), 90],
    [3, seconds('2026-03-03T21:00:00Z'), 120],
  ];
  await put(statistics(times));
  const made = await sessions();
  assert.deepEqual(made, [
    {
      started_at: '2026-03-01T10:00:00.000Z',
      ended_at: '2026-03-01T10:02:30.000Z',
      seconds: 150,
      book_id: bookId,
    },
    {
      started_at: '2026-03-03T21:00:00.000Z',
      ended_at: '2026-03-03T21:02:00.000Z',
      seconds: 120,
      book_id: bookId,
    },
  ]);
  await put(statistics(times));
  await put(statistics([...times, [4, seconds('2026-03-03T21:02:00Z'), 30]]));
  const { days } = await ada.call('GET /reading/days', {});
  assert.deepEqual(
    days.map(({ day, seconds: read }) => [day, read]),
    [
      ['2026-03-01', 150],
      ['2026-03-03', 150],
    ],
  );
});

test('reading on a device counts for the streak and the week', async () => {
  await put(statistics([[1, today(), 1_200]]));
  const streak = await ada.call('GET /api/gamification/streak', {});
  assert.equal(streak.length, 1);
  const { days } = await ada.call('GET /reading/days', {});
  assert.equal(days[0]?.seconds, 1_200);
  const [session] = (await ada.call('GET /reading/sessions', {})).items;
  assert.equal(session?.by_hand, false);
});

test('a session that was corrected or deleted stays so', async () => {
  const [one, two] = [seconds('2026-03-01T10:00:00Z'), seconds('2026-03-02T10:00:00Z')];
  await put(
    statistics([
      [1, one, 600],
      [2, two, 600],
    ]),
  );
  const { items } = await ada.call('GET /reading/sessions', {});
  await ada.call('DELETE /reading/sessions/:id', { params: { id: items[0]?.id ?? '' } });
  await ada.call('PATCH /reading/sessions/:id', {
    params: { id: items[1]?.id ?? '' },
    body: { seconds: 60 },
  });
  await put(
    statistics([
      [1, one, 600],
      [2, one + 600, 60],
      [2, two, 700],
    ]),
  );
  assert.deepEqual(
    (await sessions()).map((session) => session.seconds),
    [60],
  );
});

/** Five minutes in the browser. */
const readInBrowser = () =>
  ada.call('POST /reading/session', {
    body: {
      book_id: bookId,
      started_at: '2026-03-02T08:00:00.000Z',
      ended_at: '2026-03-02T08:05:00.000Z',
      seconds: 300,
      pages_read: 3,
    },
  });

test('browser sessions are in the file that a device fetches, and do not come back as new ones', async () => {
  await put(statistics([[1, seconds('2026-03-01T10:00:00Z'), 60]]));
  const before = await get();
  await readInBrowser();
  const fetched = await get();
  assert.notEqual(fetched.etag, before.etag);
  assert.deepEqual(
    fetched.times.slice(1).map(([, start, duration]) => [start - seconds('2026-03-02T08:00:00Z'), duration]),
    [
      [0, 100],
      [100, 100],
      [200, 100],
    ],
  );
  assert.equal((await get()).etag, fetched.etag);
  // A device with an outdated file is refused; it merges and sends again.
  const stale = await device.fetch(path, {
    method: 'PUT',
    body: statistics([]),
    headers: { 'if-match': before.etag },
  });
  assert.equal(stale.status, 412);
  await put(statistics([...fetched.times, [9, seconds('2026-03-04T10:00:00Z'), 60]]), {
    'if-match': fetched.etag,
  });
  assert.deepEqual(
    (await sessions()).map((session) => session.seconds),
    [60, 300, 60],
  );
});

test('a device that sends without having merged loses no row of another device', async () => {
  const one: Time = [1, seconds('2026-03-01T10:00:00Z'), 60];
  const two: Time = [2, seconds('2026-03-05T10:00:00Z'), 70];
  await put(statistics([one]));
  await put(statistics([two]));
  assert.deepEqual((await get()).times, [one, two]);
  assert.deepEqual(
    (await sessions()).map((session) => session.seconds),
    [60, 70],
  );
});

test('implausible times, unknown books and zero durations create no sessions', async () => {
  const far = seconds('2046-01-01T00:00:00Z');
  await put(
    statistics([
      [1, 1_000, 60],
      [1, far, 60],
      [1, today(), 0],
      [2, today(), -5],
    ]),
  );
  await put(statistics([[1, today(), 60]], { digest: 'f'.repeat(32) }));
  assert.deepEqual(await sessions(), []);
  await put(statistics([[1, today() - 90_000, 1_000_000]]));
  assert.deepEqual(
    (await sessions()).map((session) => session.seconds),
    [1_800],
  );
});

test('files that are not statistics, or contain active content, are stored but not read', async () => {
  const times: Time[] = [[1, today(), 60]];
  const hostile = [
    Buffer.from('nothing'),
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5_000, 7)]),
    statistics(times, {
      extra: 'create trigger t after insert on page_stat_data begin update book set pages = 1; end;',
    }),
    statistics(times).subarray(0, 9_000),
  ];
  for (const body of hostile) {
    await put(body);
    assert.deepEqual(Buffer.from(await (await device.fetch(path)).arrayBuffer()), body);
  }
  assert.deepEqual(await sessions(), []);
});

test('the export contains the devices’ files and the page times', async () => {
  const bytes = statistics([[1, today(), 60]]);
  await put(bytes);
  const files = await unzip(new Uint8Array(await (await ada.fetch('/v1/export')).arrayBuffer()));
  assert.deepEqual(files.get('device-files/koreader/statistics.sqlite3'), bytes);
  const [time] = JSON.parse(files.get('page-times.json')?.toString() ?? '');
  assert.deepEqual([time.book_id, time.page, time.duration], [bookId, 1, 60]);
  assert.equal(JSON.parse(files.get('device-files.json')?.toString() ?? '').length, 2);
});

test('years of reading are imported at once, in whatever order', async () => {
  const times = Array.from(
    { length: 1_500 },
    (_, n): Time => [1 + (n % 100), today() - 60 * n * (n % 3 ? 1 : 40), 20],
  );
  const distinct = [...new Map(times.map((time) => [`${time[0]} ${time[1]}`, time])).values()];
  await put(statistics(distinct.toReversed()));
  const read = (await ada.call('GET /reading/days', {})).days.reduce((sum, day) => sum + day.seconds, 0);
  const { total } = await ada.call('GET /reading/sessions', { query: { limit: 1 } });
  assert.ok(total > 100 && total < 1_000, String(total));
  assert.ok(read > 0 && read <= distinct.length * 20);
});

test('[O-18] many page times are read in parts, between which others are answered', async () => {
  const { db, engine } = server.services;
  await put(statistics([[1, seconds('2026-03-01T10:00:00Z'), 60]]));
  const own = { book_id: bookId, user_id: ada.user?.id ?? '', duration: 20, total_pages: 100, is_own: 1 };
  const rows = Array.from({ length: 5_000 }, (_, n) => ({
    ...own,
    page: 1 + (n % 100),
    start_time: 1_500_000_000 + n,
    session_id: 'earlier',
  }));
  for (const some of chunks(rows, 500)) await db.insertInto('page_times').values(some).execute();
  await readInBrowser();
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const turns = new Set<number>();
  engine.statements.onStatement = (text) => {
    if (/^select (?!"reading_sessions").*from "page_times"/.test(text)) turns.add(turn);
  };
  const { times } = await get();
  clearImmediate(next);
  engine.statements.onStatement = null;
  assert.equal(times.length, 1 + rows.length + 3);
  assert.ok(turns.size >= 3, `${turns.size} turns`);
});
