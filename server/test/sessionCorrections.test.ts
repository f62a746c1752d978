import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Client } from './support/client.ts';
import { type Clock, clockAt } from './support/clock.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBook } from './support/shelf.ts';

let server: TestServer;
let clock: Clock;
let reader: Client;
let bookId: string;
let signIn: () => Promise<void>;
const joined = '2026-03-01T06:00:00.000Z';
const evening = '2026-03-10T20:00:00.000Z';

before(async () => {
  clock = clockAt(joined);
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());
beforeEach(async () => {
  clock.set(joined);
  const name = `reader-${randomUUID()}`;
  reader = await server.reader(name);
  bookId = await putBook(server.services, reader.user?.id ?? '', { title: 'Emma' });
  clock.set(evening);
  signIn = () => reader.signIn({ email: `${name}@example.org`, password: `password of ${name}` });
  await signIn();
});

/** A session that ended at that time. */
const read = (ended_at: string, minutes: number, more: object = {}) =>
  reader.call('POST /reading/session', {
    body: {
      book_id: bookId,
      started_at: new Date(Date.parse(ended_at) - minutes * 60_000).toISOString(),
      ended_at,
      seconds: minutes * 60,
      ...more,
    },
  });
const correct = (id: string, body: object) =>
  reader.call('PATCH /reading/sessions/:id', { params: { id }, body });
const remove = (id: string) => reader.call('DELETE /reading/sessions/:id', { params: { id } });
const stats = () => reader.call('GET /api/gamification/stats', {});
const history = async () =>
  (await reader.call('GET /api/gamification/history', { query: { limit: 200 } })).items;
const paid = async (action: string) =>
  (await history()).filter((entry) => entry.action === action).reduce((sum, entry) => sum + entry.points, 0);
const unlocked = async () =>
  (await reader.call('GET /api/gamification/achievements', {})).items
    .filter(({ unlockedAt }) => unlockedAt !== null)
    .map(({ id }) => id);
const streakOf = (days = 14) => reader.call('GET /api/gamification/streak', { query: { days } });

describe('correcting a session', () => {
  test('shorter: its time, points and achievements follow; its previous version is kept', async () => {
    const session = await read('2026-03-10T06:00:00Z', 9 * 60);
    assert.ok((await unlocked()).includes('marathon_reader'));
    const before = await stats();
    const trimmed = await correct(session.id, { ended_at: '2026-03-09T21:40:00Z' });
    assert.equal(trimmed.seconds, 40 * 60);
    assert.equal(trimmed.edited_at, evening);
    const after = await stats();
    assert.equal(after.totalReadingTime, 40);
    assert.ok(!(await unlocked()).includes('marathon_reader'));
    assert.equal(
      before.totalPoints - after.totalPoints,
      200 + 75 + 50,
      'the marathon is taken back, the late hour, and the goal of the day after',
    );
    assert.equal(await paid('goal_reached'), 50, 'the goal of that other day was reached');
    const { items } = await reader.call('GET /reading/sessions/:id/changes', { params: { id: session.id } });
    assert.deepEqual(
      items.map(({ kind, before: was }) => [kind, was.seconds, was.ended_at]),
      [['edited', 9 * 3_600, '2026-03-10T06:00:00.000Z']],
    );
  });

  test('to less than a minute revokes its points; correcting it back pays once', async () => {
    const session = await read('2026-03-10T12:00:00Z', 30);
    assert.deepEqual([await paid('reading_session_completed'), await paid('goal_reached')], [10, 50]);
    await correct(session.id, { seconds: 30 });
    assert.deepEqual([await paid('reading_session_completed'), await paid('goal_reached')], [0, 0]);
    for (let n = 0; n < 2; n += 1) await correct(session.id, { seconds: 1_800 });
    assert.deepEqual([await paid('reading_session_completed'), await paid('goal_reached')], [10, 50]);
    const { items } = await reader.call('GET /reading/sessions/:id/changes', { params: { id: session.id } });
    assert.equal(items.length, 2, 'a correction that changes nothing is none');
  });

  test('a goal revoked by a correction is paid again when it is reached by further reading', async () => {
    const session = await read('2026-03-10T12:00:00Z', 30);
    await correct(session.id, { seconds: 1_200 });
    assert.equal(await paid('goal_reached'), 0);
    await read('2026-03-10T15:00:00Z', 10);
    assert.equal(await paid('goal_reached'), 50);
  });

  test('deleting it leaves only its history', async () => {
    const before = await stats();
    const session = await read('2026-03-10T12:00:00Z', 45, { pages_read: 20 });
    await remove(session.id);
    const after = await stats();
    assert.deepEqual(after, before);
    const { items } = await reader.call('GET /reading/sessions/:id/changes', { params: { id: session.id } });
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['deleted'],
    );
    await reader.fails(404, 'DELETE /reading/sessions/:id', { params: { id: session.id } });
  });

  test('moving it to another day moves streak and goal', async () => {
    await read('2026-03-09T12:00:00Z', 30);
    const session = await read('2026-03-10T12:00:00Z', 30);
    assert.equal((await stats()).readingStreak, 2);
    await correct(session.id, { started_at: '2026-03-07T11:30:00Z', ended_at: '2026-03-07T12:00:00Z' });
    assert.equal((await stats()).readingStreak, 1);
    assert.deepEqual(
      (await history())
        .filter(({ action }) => action === 'goal_reached')
        .map(({ day }) => day)
        .sort(),
      ['2026-03-07', '2026-03-09'],
    );
  });

  test('into the future, with its end before its start, or of another user is refused', async () => {
    const session = await read('2026-03-10T12:00:00Z', 30);
    for (const body of [
      { ended_at: '2026-03-11T12:00:00Z' },
      { started_at: '2026-03-10T13:00:00Z' },
      { seconds: -5 },
      { user_id: randomUUID() },
    ])
      await reader.fails(422, 'PATCH /reading/sessions/:id', { params: { id: session.id }, body });
    assert.equal((await correct(session.id, { seconds: 86_400 })).seconds, 1_800, 'no longer than it lasted');
    const other = await server.reader(`other-${randomUUID()}`);
    for (const key of ['PATCH /reading/sessions/:id', 'DELETE /reading/sessions/:id'] as const)
      await other.fails(404, key, {
        params: { id: session.id },
        ...(key.startsWith('PATCH') ? { body: { seconds: 1 } } : {}),
      });
    await other.fails(404, 'GET /reading/sessions/:id/changes', { params: { id: session.id } });
  });

  test('that is still running ends it first', async () => {
    const session = await reader.call('POST /api/reading/sessions/start', {
      body: { book_id: bookId, page: 1 },
    });
    await reader.fails(409, 'PATCH /reading/sessions/:id', {
      params: { id: session.id },
      body: { seconds: 5 },
    });
  });
});

describe('a week that was read offline', () => {
  test('[GM-04] pays the goal of each day when it arrives, each only once', async () => {
    for (const day of ['04', '05', '06', '07', '08']) await read(`2026-03-${day}T12:00:00Z`, 35);
    assert.equal(await paid('goal_reached'), 5 * 50);
    await read('2026-03-08T15:00:00Z', 35);
    assert.equal(await paid('goal_reached'), 5 * 50);
  });

  test('is not limited by one day’s maximum', async () => {
    for (let day = 2; day < 9; day += 1)
      for (let hour = 8; hour < 14; hour += 1)
        await read(`2026-03-0${day}T${String(hour).padStart(2, '0')}:00:00Z`, 10);
    assert.equal(await paid('reading_session_completed'), 7 * 6 * 10);
    for (let n = 0; n < 30; n += 1) await read(`2026-03-09T10:${10 + n}:00Z`, 1);
    assert.equal(await paid('reading_session_completed'), 7 * 6 * 10 + 20 * 10, 'of one day, twenty');
  });
});

describe('local days', () => {
  test('[GM-05] a traveling user keeps the streak, and hours are local', async () => {
    // The evening of the 8th in San Francisco, the 9th in Tokyo, the 10th in Berlin: in a single time zone they would
    // be fewer days.
    await read('2026-03-09T05:00:00Z', 30, { time_zone: 'America/Los_Angeles' });
    await read('2026-03-09T12:00:00Z', 30, { time_zone: 'Asia/Tokyo' });
    await read('2026-03-10T07:00:00Z', 30, { time_zone: 'Europe/Berlin' });
    assert.equal((await stats()).readingStreak, 3);
    assert.ok((await unlocked()).includes('early_bird'), '7:30 in Berlin');
    assert.ok((await unlocked()).includes('night_owl'), '22:00 in San Francisco');
    const profile = await reader.call('GET /auth/profile', {});
    assert.equal(profile.time_zone, 'Europe/Berlin', 'the calendar goes along');
    await read('2026-03-08T12:00:00Z', 30, { time_zone: 'Asia/Tokyo' });
    assert.equal((await reader.call('GET /auth/profile', {})).time_zone, 'Europe/Berlin', 'an older one not');
    await read('2026-03-10T10:00:00Z', 30, { time_zone: 'Nowhere/At-All' });
    assert.equal((await reader.call('GET /auth/profile', {})).time_zone, 'Europe/Berlin');
  });

  test('[GM-05] the day on which clocks change counts as one day of the streak', async () => {
    clock.set('2026-03-30T20:00:00.000Z');
    await signIn();
    for (const ended of ['2026-03-28T21:00:00Z', '2026-03-29T21:30:00Z', '2026-03-30T19:00:00Z'])
      await read(ended, 20, { time_zone: 'Europe/Berlin' });
    assert.equal((await stats()).readingStreak, 3);
    assert.equal((await stats()).todayReadingTime, 20);
  });
});

describe('a lenient streak', () => {
  const settings = (body: object) => reader.call('PUT /api/gamification/settings', { body });

  test('[GM-05] shows why each day counted', async () => {
    await read('2026-03-10T12:00:00Z', 25);
    await read('2026-03-09T12:00:00Z', 10, { by_hand: true });
    const { days, length, today } = await streakOf(3);
    assert.deepEqual([length, today], [2, '2026-03-10']);
    assert.deepEqual(days, [
      { day: '2026-03-08', state: 'none', minutes: 0, sessions: 0, byHand: 0, books: [] },
      { day: '2026-03-09', state: 'read', minutes: 10, sessions: 1, byHand: 1, books: ['Emma'] },
      { day: '2026-03-10', state: 'read', minutes: 25, sessions: 1, byHand: 0, books: ['Emma'] },
    ]);
  });

  test('has a rest day per week when the user wants one, and may be weekly', async () => {
    for (const day of ['05', '06', '08', '10']) await read(`2026-03-${day}T12:00:00Z`, 10);
    assert.equal((await stats()).readingStreak, 1);
    await settings({ restDay: true });
    assert.equal((await stats()).readingStreak, 4);
    const calendar = await streakOf(7);
    assert.deepEqual(
      calendar.days.map(({ day, state }) => [day.slice(8), state]),
      [
        ['04', 'none'],
        ['05', 'read'],
        ['06', 'read'],
        ['07', 'rest'],
        ['08', 'read'],
        ['09', 'rest'],
        ['10', 'read'],
      ],
    );
    assert.equal(calendar.restSpent, true);
    await settings({ streakKind: 'weekly' });
    assert.deepEqual([(await streakOf()).kind, (await streakOf()).length], ['weekly', 2]);
  });

  test('every part can be turned off without losing anything', async () => {
    const off = {
      points: false,
      achievements: false,
      goals: false,
      streak: false,
      celebrations: false,
      weeklySummary: false,
      header: false,
    };
    const others = { streakKind: 'daily', restDay: false, introduced: false, announcedUntil: '' };
    assert.deepEqual(await settings(off), { ...off, ...others });
    await read('2026-03-10T12:00:00Z', 30);
    await settings({ points: true });
    assert.ok((await stats()).totalPoints > 0);
    await reader.fails(422, 'PUT /api/gamification/settings', { body: { streakKind: 'hourly' } });
  });
});

test('the week in figures', async () => {
  await read('2026-03-09T12:00:00Z', 30, { pages_read: 12 });
  await read('2026-03-10T12:00:00Z', 15);
  await read('2026-03-08T12:00:00Z', 60);
  const week = await reader.call('GET /api/gamification/week', { query: { ago: 0 } });
  assert.deepEqual(
    [week.first, week.last, week.minutes, week.days, week.sessions, week.pages, week.books],
    ['2026-03-09', '2026-03-15', 45, 2, 2, 12, [{ title: 'Emma', minutes: 45 }]],
  );
  assert.equal((await reader.call('GET /api/gamification/week', { query: { ago: 1 } })).minutes, 60);
});
