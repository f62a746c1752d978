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
const morning = '2026-03-04T09:00:00.000Z';
const minutesFromMorning = (minutes: number) =>
  new Date(Date.parse(morning) + minutes * 60_000).toISOString();

before(async () => {
  clock = clockAt(morning);
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());
beforeEach(async () => {
  clock.set(morning);
  reader = await server.reader(`reader-${randomUUID()}`);
  bookId = await putBook(server.services, reader.user?.id ?? '', { title: 'Emma' });
});

const start = (more: object = {}) =>
  reader.call('POST /api/reading/sessions/start', {
    body: { book_id: bookId, page: 12, position: null, ...more },
  });
const end = (
  id: string,
  body: { end_page: number; seconds?: number; ended_at?: string; notes?: string | null },
) =>
  reader.call('POST /api/reading/sessions/:id/end', {
    params: { id },
    body: { end_position: null, ...body },
  });
const record = (body: object) =>
  reader.call('POST /reading/session', {
    body: {
      book_id: bookId,
      started_at: minutesFromMorning(-30),
      ended_at: morning,
      seconds: 1_800,
      ...body,
    },
  });

describe('a started and ended session', () => {
  test('accepts what section 7 sends, and stores pages, notes and time', async () => {
    const session = await start();
    assert.deepEqual([session.book_title, session.started_at, session.ended_at], ['Emma', morning, null]);
    clock.pass(10);
    const ended = await end(session.id, { end_page: 7, notes: 'Mr Knightley is right.' });
    assert.deepEqual(
      [ended.seconds, ended.pages_read, ended.start_page, ended.end_page, ended.notes],
      [600, 7, 12, 19, 'Mr Knightley is right.'],
    );
  });

  test('excludes pauses, but never exceeds the elapsed time', async () => {
    const paused = await start();
    clock.pass(10);
    assert.equal((await end(paused.id, { end_page: 0, seconds: 240 })).seconds, 240);
    const boasted = await start();
    clock.pass(1);
    assert.equal((await end(boasted.id, { end_page: 0, seconds: 86_400 })).seconds, 60);
  });

  test('[AZ-05] ended in the future ends now, ended before its start took no time', async () => {
    const future = await start();
    clock.pass(1);
    const ended = await end(future.id, {
      end_page: 0,
      ended_at: minutesFromMorning(10_000),
      seconds: 80_000,
    });
    assert.deepEqual([ended.ended_at, ended.seconds], [minutesFromMorning(1), 60]);
    const backwards = await start();
    const none = await end(backwards.id, { end_page: 0, ended_at: minutesFromMorning(-60), seconds: 3_600 });
    assert.deepEqual([none.ended_at, none.seconds], [backwards.started_at, 0]);
    await reader.fails(422, 'POST /api/reading/sessions/:id/end', {
      params: { id: backwards.id },
      body: { end_page: 0, seconds: -5 },
    });
  });

  test('started and ended offline an hour ago, sent now', async () => {
    const id = randomUUID();
    clock.pass(5);
    await start({ id, started_at: minutesFromMorning(-55) });
    const ended = await end(id, { end_page: 20, seconds: 1_500, ended_at: minutesFromMorning(-25) });
    assert.deepEqual([ended.id, ended.seconds, ended.started_at], [id, 1_500, minutesFromMorning(-55)]);
  });

  test('[Y-04] without its start is complete by its end', async () => {
    const id = randomUUID();
    clock.set(minutesFromMorning(10));
    const said = { end_page: 20, seconds: 500, ended_at: minutesFromMorning(10), notes: 'Slow.' };
    await reader.fails(404, 'POST /api/reading/sessions/:id/end', { params: { id }, body: said });
    const told = { ...said, book_id: bookId, started_at: morning };
    const session = await end(id, told);
    assert.deepEqual(
      [session.id, session.book_title, session.started_at, session.seconds, session.notes],
      [id, 'Emma', morning, 500, 'Slow.'],
    );
    assert.equal((await end(id, told)).seconds, 500);
  });

  test('sent twice is stored once, unchanged', async () => {
    const id = randomUUID();
    const first = await start({ id });
    assert.deepEqual(await start({ id, page: 99 }), first);
    clock.pass(2);
    const ended = await end(id, { end_page: 3 });
    clock.pass(2);
    assert.deepEqual(await end(id, { end_page: 30 }), ended);
    assert.equal((await reader.call('GET /reading/sessions', {})).total, 1);
  });
});

describe('a session in one request', () => {
  test('is stored with its time', async () => {
    const session = await record({ seconds: 1_200, pages_read: 15, notes: 'On the train' });
    assert.deepEqual([session.seconds, session.pages_read, session.notes], [1_200, 15, 'On the train']);
  });

  test('[AZ-05] is limited to the time from start to end, and never in the future', async () => {
    assert.equal((await record({ seconds: 80_000 })).seconds, 1_800);
    await reader.fails(422, 'POST /reading/session', {
      body: {
        book_id: bookId,
        started_at: '2027-01-01T00:00:00Z',
        ended_at: '2027-01-01T01:00:00Z',
        seconds: 3_600,
      },
    });
    await reader.fails(422, 'POST /reading/session', {
      body: { book_id: bookId, started_at: morning, ended_at: minutesFromMorning(-10), seconds: 600 },
    });
  });

  test('by a clock that is ten minutes ahead is shifted as a whole', async () => {
    const session = await record({ started_at: minutesFromMorning(-20), ended_at: minutesFromMorning(10) });
    assert.deepEqual(
      [session.started_at, session.ended_at, session.seconds],
      [minutesFromMorning(-30), morning, 1_800],
    );
  });
});

describe('the list of sessions', () => {
  test('is paged, newest first, and can be limited to one book', async () => {
    const other = await putBook(server.services, reader.user?.id ?? '');
    for (let n = 1; n <= 5; n += 1) {
      const began = minutesFromMorning(-60 * n);
      await record({
        started_at: began,
        ended_at: minutesFromMorning(-60 * n + 30),
        ...(n === 5 ? { book_id: other } : {}),
      });
    }
    const page = await reader.call('GET /reading/sessions', { query: { limit: 2, offset: 1 } });
    assert.equal(page.total, 5);
    assert.deepEqual(
      page.items.map(({ started_at }) => started_at),
      [minutesFromMorning(-120), minutesFromMorning(-180)],
    );
    assert.equal((await reader.call('GET /reading/sessions', { query: { book_id: other } })).total, 1);
  });

  test('is private: another user’s session is not found', async () => {
    const session = await start();
    const other = await server.reader(`other-${randomUUID()}`);
    assert.equal((await other.call('GET /reading/sessions', {})).total, 0);
    await other.fails(404, 'POST /api/reading/sessions/:id/end', {
      params: { id: session.id },
      body: { end_page: 1 },
    });
    const theirs = await putBook(server.services, other.user?.id ?? '');
    await other.fails(404, 'POST /api/reading/sessions/start', {
      body: { id: session.id, book_id: theirs, page: 1 },
    });
  });

  test('keeps sessions of deleted books', async () => {
    await record({});
    await reader.call('DELETE /books/:id', { params: { id: bookId } });
    const { items } = await reader.call('GET /reading/sessions', {});
    assert.deepEqual(
      items.map(({ book_title }) => book_title),
      ['Emma'],
    );
  });
});
