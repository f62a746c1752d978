import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Client } from './support/client.ts';
import { type Clock, clockAt } from './support/clock.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBook } from './support/shelf.ts';

let server: TestServer;
let clock: Clock;
let reader: Client;
let bookId: string;
let readers = 0;
const joined = '2026-03-01T06:00:00.000Z';
const evening = '2026-03-10T20:00:00.000Z';

before(async () => {
  clock = clockAt(joined);
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());
beforeEach(async () => {
  clock.set(joined);
  readers += 1;
  const name = `reader-${readers}`;
  reader = await server.reader(name);
  bookId = await putBook(server.services, reader.user?.id ?? '', { title: 'Emma', page_count: 400 });
  clock.set(evening);
  await reader.signIn({ email: `${name}@example.org`, password: `password of ${name}` });
});

const read = (started_at: string, ended_at: string, more: object = {}) =>
  reader.call('POST /reading/session', {
    body: {
      book_id: bookId,
      started_at,
      ended_at,
      seconds: (Date.parse(ended_at) - Date.parse(started_at)) / 1_000,
      ...more,
    },
  });
const turnTo = (page: number) =>
  reader.call('PUT /books/:id/progress', {
    params: { id: bookId },
    body: {
      current_page: page,
      total_pages: 400,
      percentage: page / 4,
      updated_at: clock.now().toISOString(),
    },
  });
const days = async () => (await reader.call('GET /reading/days', {})).days;
const stats = () => reader.call('GET /api/gamification/stats', {});

test('[F-24] [GM-05] a session over midnight counts on both days, and the streak does not break', async () => {
  await read('2026-03-08T12:00:00Z', '2026-03-08T12:10:00Z');
  await read('2026-03-09T23:30:00Z', '2026-03-10T00:30:00Z', { pages_read: 21 });
  assert.deepEqual(await days(), [
    { day: '2026-03-08', seconds: 600, pages: 0 },
    { day: '2026-03-09', seconds: 1_800, pages: 10 },
    { day: '2026-03-10', seconds: 1_800, pages: 11 },
  ]);
  const { readingStreak, todayReadingTime, totalReadingTime, averageSessionDuration } = await stats();
  assert.deepEqual(
    [readingStreak, todayReadingTime, totalReadingTime, averageSessionDuration],
    [3, 30, 70, 35],
  );
  const calendar = await reader.call('GET /api/gamification/streak', { query: { days: 3 } });
  assert.deepEqual(
    calendar.days.map(({ minutes, sessions, books }) => [minutes, sessions, books]),
    [
      [10, 1, ['Emma']],
      [30, 1, ['Emma']],
      [30, 1, ['Emma']],
    ],
  );
  assert.equal((await reader.call('GET /api/gamification/week', {})).sessions, 1);
});

test('[F-24] midnight is that of the time zone in which it was read', async () => {
  await read('2026-03-09T14:30:00Z', '2026-03-09T15:30:00Z', { time_zone: 'Asia/Tokyo' });
  assert.deepEqual(await days(), [
    { day: '2026-03-09', seconds: 1_800, pages: 0 },
    { day: '2026-03-10', seconds: 1_800, pages: 0 },
  ]);
});

test('[F-10] [ST-01] pages turned without a session are in every count, once', async () => {
  await turnTo(133);
  await read('2026-03-10T18:00:00Z', '2026-03-10T18:30:00Z', { pages_read: 20 });
  assert.equal((await stats()).pagesRead, 133);
  assert.deepEqual(await days(), [{ day: '2026-03-10', seconds: 1_800, pages: 133 }]);
  assert.equal((await reader.call('GET /api/gamification/week', {})).pages, 133);
  const goal = await reader.call('POST /api/gamification/goals', {
    body: { title: 'Pages', type: 'daily', unit: 'pages', target: 200 },
  });
  assert.equal(goal.current, 133);
  clock.set('2026-03-11T20:00:00.000Z');
  await reader.signIn({ email: `reader-${readers}@example.org`, password: `password of reader-${readers}` });
  await read('2026-03-11T18:00:00Z', '2026-03-11T18:30:00Z', { pages_read: 20 });
  assert.equal((await stats()).pagesRead, 153);
  assert.deepEqual(
    await reader.call('GET /reading/days', { query: { first: '2026-03-11', last: '2026-03-11' } }),
    {
      days: [{ day: '2026-03-11', seconds: 1_800, pages: 20 }],
    },
  );
});

test('[F-10] a day known only from stored progress does not count for a streak', async () => {
  await turnTo(10);
  assert.equal((await stats()).readingStreak, 0);
  const { days: calendar } = await reader.call('GET /api/gamification/streak', { query: { days: 1 } });
  assert.deepEqual(
    calendar.map(({ state }) => state),
    ['none'],
  );
});
