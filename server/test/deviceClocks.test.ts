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
let who: { email: string; password: string };
/** Noon in Berlin on the day before the device is online again. */
const morning = '2026-03-04T11:00:00.000Z';
const minute = 60_000;
const after30 = '2026-03-04T11:30:00.000Z';
const time_zone = 'Europe/Berlin';

before(async () => {
  clock = clockAt(morning);
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());
beforeEach(async () => {
  clock.set('2026-03-01T00:00:00.000Z');
  const name = `reader-${randomUUID()}`;
  who = { email: `${name}@example.org`, password: `password of ${name}` };
  reader = await server.reader(name);
  bookId = await putBook(server.services, reader.user?.id ?? '', { title: 'Emma' });
  await at(morning);
});

/** Sets the server's clock, and gets a token that is valid then. */
async function at(moment: string) {
  clock.set(moment);
  await reader.signIn(who);
}
const pass = (minutes: number) => at(new Date(clock.now().getTime() + minutes * minute).toISOString());

/** A device whose clock is off by this many minutes. */
function device(skew: number, { says = true } = {}) {
  let wrong = skew;
  const shows = () => new Date(clock.now().getTime() + wrong * minute).toISOString();
  const options = () => (says ? { headers: { 'x-device-time': String(Date.parse(shows())) } } : {});
  return {
    shows,
    jump(minutes: number) {
      wrong += minutes;
    },
    start: (id: string, started_at: string) =>
      reader.call(
        'POST /api/reading/sessions/start',
        { body: { id, book_id: bookId, page: 1, started_at, time_zone } },
        options(),
      ),
    end: (id: string, body: { ended_at: string; seconds: number; started_at?: string }) =>
      reader.call(
        'POST /api/reading/sessions/:id/end',
        { params: { id }, body: { end_page: 9, time_zone, ...body } },
        options(),
      ),
  };
}

const skews = {
  '-1 year': -525_600,
  '-3 h': -180,
  '-20 min': -20,
  '+20 min': 20,
  '+3 h': 180,
  '+10 years': 5_256_000,
};

for (const [name, skew] of Object.entries(skews)) {
  describe(`[Y-05] a device whose clock is wrong by ${name}: half an hour of reading`, () => {
    test('online keeps its length, its time and its day', async () => {
      const one = device(skew);
      const id = randomUUID();
      await one.start(id, one.shows());
      const started_at = one.shows();
      await pass(30);
      const ended = await one.end(id, { started_at, ended_at: one.shows(), seconds: 1_800 });
      assert.deepEqual([ended.started_at, ended.ended_at, ended.seconds], [morning, after30, 1_800]);
    });

    test('offline, sent the day after, keeps its length, its time, its order and its day', async () => {
      const one = device(skew);
      const [first, second] = [randomUUID(), randomUUID()];
      const times = [one.shows()];
      for (const pause of [30, 60, 30]) {
        await pass(pause);
        times.push(one.shows());
      }
      const [a = '', b = '', c = '', d = ''] = times;
      await pass(24 * 60);
      await one.start(first, a);
      await one.end(first, { started_at: a, ended_at: b, seconds: 1_800 });
      await one.start(second, c);
      await one.end(second, { started_at: c, ended_at: d, seconds: 1_500 });
      const { items } = await reader.call('GET /reading/sessions', {});
      assert.deepEqual(
        items.map(({ id, started_at, seconds }) => [id, started_at, seconds]),
        [
          [second, '2026-03-04T12:30:00.000Z', 1_500],
          [first, morning, 1_800],
        ],
      );
      const { local_end } = await server.services.db
        .selectFrom('reading_sessions')
        .select('local_end')
        .where('id', '=', first)
        .executeTakeFirstOrThrow();
      assert.equal(local_end, '2026-03-04T12:30:00');
    });

    test('with a clock that is corrected in the middle keeps its length and its time', async () => {
      const one = device(skew);
      const id = randomUUID();
      const before = one.shows();
      await pass(15);
      one.jump(-skew);
      await pass(15);
      // The device measures seconds by a monotonic clock, and reports both times by its current clock.
      const ended_at = one.shows();
      const started_at = new Date(Date.parse(ended_at) - 30 * minute).toISOString();
      await pass(60);
      await one.start(id, before);
      const ended = await one.end(id, { started_at, ended_at, seconds: 1_800 });
      assert.deepEqual([ended.ended_at, ended.seconds], [after30, 1_800]);
    });

    test('with a sleep in the middle counts only what was read', async () => {
      const one = device(skew);
      const id = randomUUID();
      const started_at = one.shows();
      await one.start(id, started_at);
      await pass(15 + 8 * 60 + 15);
      const ended = await one.end(id, { started_at, ended_at: one.shows(), seconds: 1_800 });
      assert.deepEqual(
        [ended.started_at, ended.ended_at, ended.seconds],
        [morning, '2026-03-04T19:30:00.000Z', 1_800],
      );
    });

    test('by an older app without the clock header keeps its length', async () => {
      const one = device(skew, { says: false });
      const id = randomUUID();
      const started_at = one.shows();
      await pass(30);
      const ended_at = one.shows();
      await one.start(id, started_at);
      assert.equal((await one.end(id, { ended_at, seconds: 1_800 })).seconds, 1_800);
    });
  });
}

test('[Y-05] a clock that is ahead by less than a minute shifts nothing', async () => {
  const one = device(0.5);
  const id = randomUUID();
  const session = await one.start(id, morning);
  assert.equal(session.started_at, morning);
});

test('[Y-05] notes written with a wrong clock are sorted correctly among others', async () => {
  const wrong = { headers: { 'x-device-time': String(Date.parse(morning) - 525_600 * minute) } };
  const written = (minutes: number) => new Date(Date.parse(morning) + minutes * minute).toISOString();
  const note = (content: string, created_at: string, options = {}) =>
    reader.call('POST /notes', { body: { content, created_at } }, options);
  await note('first', written(-30));
  await note('third', written(-10));
  await note('second', written(-525_600 - 20), wrong);
  const { items } = await reader.call('GET /notes', {});
  assert.deepEqual(
    items.map(({ content }) => content),
    ['third', 'second', 'first'],
  );
});

test('[Y-05] [AZ-05] a time in the future becomes now, whatever the clock says', async () => {
  const [ahead, inTime] = ['2026-03-04T11:00:50.000Z', '2026-03-05T11:00:00.000Z'];
  const session = await device(0).start(randomUUID(), inTime);
  assert.equal(session.started_at, morning);
  // Less than a minute ahead: nothing is shifted, although it is in the future.
  assert.equal((await device(50 / 60).start(randomUUID(), ahead)).started_at, morning);
  const note = await reader.call('POST /notes', { body: { content: 'words', created_at: inTime } });
  assert.equal(note.created_at, morning);
  const ended = await device(0).end(session.id, { ended_at: inTime, seconds: 60 });
  assert.equal(ended.ended_at, morning);
});

test('[Y-05] [AZ-05] reading time is limited to the time from start to end', async () => {
  const [told, whole] = [randomUUID(), randomUUID()];
  const one = device(0);
  await one.start(told, one.shows());
  await pass(30);
  assert.equal((await one.end(told, { ended_at: one.shows(), seconds: 7_200 })).seconds, 1_800);
  const session = { started_at: morning, ended_at: one.shows(), seconds: 7_200 };
  await one.start(whole, morning);
  assert.equal((await one.end(whole, session)).seconds, 1_800);
});

test('[AZ-05] the total of timed sessions is limited by the age of the account', async () => {
  const id = randomUUID();
  const one = device(0);
  await at('2026-03-01T02:00:00.000Z');
  for (const part of [1, 2, 3]) {
    const session = part === 1 ? id : randomUUID();
    const started_at = '2026-03-01T00:30:00.000Z';
    await one.start(session, started_at);
    const ended = await one.end(session, { started_at, ended_at: one.shows(), seconds: 5_400 });
    // An hour and a half, the remaining half hour, and nothing.
    assert.equal(ended.seconds, [5_400, 1_800, 0][part - 1]);
  }
});
