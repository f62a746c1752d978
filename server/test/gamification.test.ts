import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pointsRules } from '@lectern/shared-contracts/domain/gamification/points.ts';
import type { Client } from './support/client.ts';
import { type Clock, clockAt } from './support/clock.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBook } from './support/shelf.ts';

let server: TestServer;
let clock: Clock;
let reader: Client;
const morning = '2026-03-04T09:00:00.000Z';

before(async () => {
  clock = clockAt(morning);
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());
beforeEach(async () => {
  clock.set(morning);
  reader = await server.reader(`reader-${randomUUID()}`);
});

const idOf = (who: Client): string => who.user?.id ?? '';
const book = (more: Parameters<typeof putBook>[2] = {}) => putBook(server.services, idOf(reader), more);
const points = async (who = reader) => (await who.call('GET /api/gamification/stats', {})).totalPoints;
const act = (action: string, data: Record<string, unknown> = {}, timestamp = clock.now().toISOString()) =>
  reader.call('POST /api/gamification/actions', { body: { action, data, timestamp } });
const history = async () =>
  (await reader.call('GET /api/gamification/history', { query: { limit: 200 } })).items;
const paidFor = async (action: string) =>
  (await history()).filter((entry) => entry.action === action).reduce((sum, entry) => sum + entry.points, 0);
const unlocked = async () =>
  (await reader.call('GET /api/gamification/achievements', {})).items
    .filter(({ unlockedAt }) => unlockedAt !== null)
    .map(({ id }) => id);

/** Moves the clock, to a moment or by minutes, and gets a token that is good then. */
async function passTo(when: string | number): Promise<void> {
  if (typeof when === 'number') clock.pass(when);
  else clock.set(when);
  reader.token = (await reader.call('POST /auth/refresh', {})).token;
}

async function turnTo(bookId: string, page: number): Promise<void> {
  await reader.call('PUT /books/:id/progress', {
    params: { id: bookId },
    body: {
      current_page: page,
      total_pages: 300,
      percentage: page / 3,
      updated_at: clock.now().toISOString(),
    },
  });
}

/** A session of that many minutes that ends now. */
async function read(bookId: string, minutes: number, pages = 0): Promise<void> {
  const session = await reader.call('POST /api/reading/sessions/start', {
    body: { book_id: bookId, page: 1 },
  });
  await passTo(minutes);
  await reader.call('POST /api/reading/sessions/:id/end', {
    params: { id: session.id },
    body: { end_page: pages },
  });
}

describe('what happened is paid', () => {
  test('[GM-01] a book, a note, a highlight, a session, a page, an ending: each by set A, each once', async () => {
    const id = await book();
    await reader.call('POST /notes/book/:bookId', { params: { bookId: id }, body: { content: 'A thought' } });
    await reader.call('POST /books/:id/highlights', {
      params: { id },
      body: { text: 'Words', color: 'yellow' },
    });
    await read(id, 10);
    await turnTo(id, 1);
    await reader.call('PATCH /books/:id', { params: { id }, body: { status: 'completed' } });
    for (const [action, expected] of [
      ['book_uploaded', 25],
      ['note_created', 15],
      ['highlight_created', 10],
      ['reading_session_started', 5],
      ['reading_session_completed', 10],
      ['page_read', 1],
      ['book_completed', 100],
    ] as const) {
      assert.equal(await paidFor(action), expected, action);
    }
    const total = await points();
    for (const { action } of await history()) await act(action, { bookId: id });
    assert.equal(await points(), total, 'saying it again pays nothing');
  });

  test('[GM-01] login, check-in and a visit are paid once a day, by the reader’s own calendar', async () => {
    await server.services.db
      .updateTable('users')
      .set({ time_zone: 'America/Los_Angeles' })
      .where('id', '=', idOf(reader))
      .execute();
    for (const action of ['daily_login', 'daily_checkin', 'library_visited', 'daily_login'])
      await act(action);
    assert.equal(await points(), 25);
    await passTo('2026-03-05T07:59:00Z'); // one minute to midnight there
    await act('daily_login');
    assert.equal(await points(), 25);
    await passTo(2);
    await act('daily_login');
    assert.equal(await points(), 35);
  });

  test('favorites and reviews are paid as set B says, once a book', async () => {
    const id = await book();
    const review = { content: 'Long, and worth it.', type: 'review' };
    for (let n = 0; n < 2; n += 1) {
      await reader.call('PATCH /books/:id', { params: { id }, body: { favorite: true } });
      await reader.call('PATCH /books/:id', { params: { id }, body: { favorite: false } });
      await reader.call('PATCH /books/:id', { params: { id }, body: { favorite: true } });
      await reader.call('POST /notes/book/:bookId', { params: { bookId: id }, body: review });
    }
    assert.equal(await paidFor('favorite'), pointsRules.favorite.points);
    assert.equal(await paidFor('write_review'), pointsRules.write_review.points);
    assert.equal(await paidFor('note_created'), 0, 'a review is not paid as a note too');
    const tagged = { content: 'Short, and a joy.', tags: ['Review', 'sea'] };
    await reader.call('POST /notes/book/:bookId', { params: { bookId: await book() }, body: tagged });
    assert.equal(await paidFor('write_review'), 2 * pointsRules.write_review.points);
  });

  test('the same file deleted and uploaded again is not paid again', async () => {
    const id = await book({ sha256: 'abc' });
    const before = await points();
    await reader.call('DELETE /books/:id', { params: { id } });
    await book({ sha256: 'abc' });
    assert.equal(await points(), before);
  });
});

describe('what did not happen is not paid', () => {
  test('[AZ-05] actions by the thousand, negative durations and the future leave the points as they were', async () => {
    const id = await book();
    const before = await points();
    const claims = Object.keys(pointsRules).filter(
      (action) => pointsRules[action as 'favorite'].per !== 'day',
    );
    const future = '2126-01-01T00:00:00.000Z';
    let refused = 0;
    for (let n = 0; n < 1_000; n += 100) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, k) =>
          reader.try('POST /api/gamification/actions', {
            body: {
              action: claims[(n + k) % claims.length],
              data: { bookId: id, pages: 1e9, duration: -5, points: 1e6 },
              timestamp: k % 2 === 0 ? future : clock.now().toISOString(),
            },
          }),
        ),
      );
      refused += answers.filter(({ status }) => status === 429).length;
      assert.ok(answers.every(({ status }) => status === 200 || status === 429));
    }
    assert.ok(refused > 0, 'more than a person can do is refused with 429');
    // 600 a minute are let through, and the clock of this server stands still.
    assert.ok((await refusedOf(1_000)) >= 1_000 - 600);
    assert.equal(await points(), before);
  });

  /** Sends so many claims down one connection, as a script would. @returns how many are answered with 429 */
  async function refusedOf(count: number): Promise<number> {
    const body = JSON.stringify({ action: 'book_completed', timestamp: clock.now().toISOString() });
    const claim = [
      'POST /v1/api/gamification/actions HTTP/1.1',
      'host: lectern',
      `authorization: Bearer ${reader.token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
    const { port, hostname } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    let [answers, refused, rest] = [0, 0, ''];
    socket.write(claim.repeat(count));
    for await (const chunk of socket) {
      const text = rest + String(chunk);
      let read = 0;
      for (const head of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        answers += 1;
        if (head[1] === '429') refused += 1;
        read = head.index + head[0].length;
      }
      // The beginning of an answer may be cut in two: 13 characters are a whole one.
      rest = text.slice(Math.max(read, text.length - 12));
      if (answers === count) break;
    }
    return refused;
  }

  test('[AZ-05] a check-in ten times in one moment is one', async () => {
    await Promise.all(Array.from({ length: 10 }, () => act('daily_checkin')));
    assert.equal(await points(), 10);
  });

  test('what no rule knows is worth nothing and is no error', async () => {
    for (const action of ['hack', '__proto__', 'constructor', 'goal_reached', 'achievement', '']) {
      assert.equal((await act(action, { points: 1_000 })).credited, 0);
    }
    assert.equal(await points(), 0);
  });

  test('[AZ-01] another reader’s book, note and goal earn nothing', async () => {
    const mine = await book();
    const other = await server.reader(`other-${randomUUID()}`);
    await other.fails(404, 'POST /api/reading/sessions/start', { body: { book_id: mine, page: 1 } });
    await other.fails(404, 'POST /reading/session', {
      body: { book_id: mine, started_at: morning, ended_at: morning, seconds: 0 },
    });
    const goal = await reader.call('POST /api/gamification/goals', {
      body: { title: 'Mine', type: 'daily', target: 5 },
    });
    await other.fails(404, 'PUT /api/gamification/goals/:id', {
      params: { id: goal.id },
      body: { progress: 5 },
    });
    await other.fails(404, 'DELETE /api/gamification/goals/:id', { params: { id: goal.id } });
    await other.fails(404, 'POST /api/gamification/goals', {
      body: { id: goal.id, title: 'Taken', type: 'daily', target: 5 },
    });
    assert.equal(await points(other), 0);
  });

  test('a leap through a book is no reading: no more pages than there was time for', async () => {
    const id = await book();
    await passTo(60);
    await turnTo(id, 10);
    assert.equal(await paidFor('page_read'), 10);
    await passTo(1);
    await turnTo(id, 290);
    assert.equal(await paidFor('page_read'), 30);
    await turnTo(id, 10);
    assert.equal(await paidFor('page_read'), 30, 'going back is no reading');
    await passTo(60);
    await turnTo(id, 299);
    await passTo(60);
    await turnTo(id, 1);
    await turnTo(id, 300);
    assert.equal(await paidFor('page_read'), 300, 'a book has no more pages than it has');
    assert.equal(
      (await history()).filter(({ action }) => action === 'page_read').length,
      1,
      'one line a book and day',
    );
  });

  test('notes beyond a day’s fifty are seen, and not paid later either', async () => {
    const id = await book();
    for (let n = 0; n < 55; n += 1) {
      await reader.call('POST /notes/book/:bookId', {
        params: { bookId: id },
        body: { content: `Note ${n}` },
      });
    }
    assert.equal(await paidFor('note_created'), 50 * 15);
    await passTo('2026-03-05T09:00:00Z');
    assert.equal(await paidFor('note_created'), 50 * 15);
  });
});

describe('achievements', () => {
  test('[GM-03] are unlocked once, paid once, and told to whoever asked', async () => {
    const id = await book();
    const first = await act('book_uploaded', { bookId: id });
    assert.deepEqual(
      first.unlocked.map((achievement) => achievement.id),
      ['first_book'],
    );
    assert.equal(first.credited, 25 + 50);
    assert.deepEqual((await act('book_uploaded', { bookId: id })).unlocked, []);
    assert.equal(await points(), 75);
  });

  test('[GM-03] collecting: 10, 25 and 50 books', async () => {
    for (const [count, expected] of [
      [9, ['first_book']],
      [10, ['first_book', 'bookworm']],
      [25, ['first_book', 'bookworm', 'collector']],
      [50, ['first_book', 'bookworm', 'collector', 'librarian']],
    ] as const) {
      const there = (
        await server.services.db
          .selectFrom('books')
          .select('id')
          .where('user_id', '=', idOf(reader))
          .execute()
      ).length;
      for (let n = there; n < count; n += 1) await book();
      assert.deepEqual(await unlocked(), expected);
    }
  });

  test('[GM-03] reading: early, late, fast, long, by the reader’s own clock', async () => {
    const id = await book();
    await read(id, 20, 99);
    assert.deepEqual(await unlocked(), ['first_book']);
    await read(id, 20, 100);
    assert.ok((await unlocked()).includes('speed_reader'));
    await read(id, 120);
    assert.ok((await unlocked()).includes('marathon_reader'));
    await passTo('2026-03-05T07:30:00Z');
    await read(id, 5);
    assert.ok((await unlocked()).includes('early_bird'));
    await passTo('2026-03-05T22:10:00Z');
    await read(id, 5);
    assert.ok((await unlocked()).includes('night_owl'));
  });

  test('[GM-03] a hundred pages in a minute are not read', async () => {
    const id = await book();
    await read(id, 1, 100);
    assert.ok(!(await unlocked()).includes('speed_reader'));
  });

  test('[GM-03] [GM-05] days in a row: three, seven, thirty; the streak ends a day later', async () => {
    const id = await book();
    for (let day = 0; day < 30; day += 1) {
      await passTo(new Date(Date.parse('2026-03-04T10:00:00Z') + day * 86_400_000).toISOString());
      await read(id, 5);
      const stats = await reader.call('GET /api/gamification/stats', {});
      assert.equal(stats.readingStreak, day + 1);
      const streaks = (await unlocked()).filter((name) => name.startsWith('streak'));
      assert.equal(streaks.length, day >= 29 ? 3 : day >= 6 ? 2 : day >= 2 ? 1 : 0, `day ${day + 1}`);
    }
    await passTo(24 * 60);
    assert.equal((await reader.call('GET /api/gamification/stats', {})).readingStreak, 30);
    await passTo(24 * 60);
    assert.equal((await reader.call('GET /api/gamification/stats', {})).readingStreak, 0);
    assert.equal(
      (await unlocked()).filter((name) => name.startsWith('streak')).length,
      3,
      'what was earned stays',
    );
  });

  test('[GM-03] marks and endings: 10 notes, 25 highlights, 1 and 10 completed books', async () => {
    const id = await book();
    for (let n = 0; n < 10; n += 1) {
      await reader.call('POST /notes/book/:bookId', {
        params: { bookId: id },
        body: { content: `Note ${n}` },
      });
    }
    assert.deepEqual(await unlocked(), ['first_book', 'note_taker']);
    for (let n = 0; n < 25; n += 1) {
      await reader.call('POST /books/:id/highlights', {
        params: { id },
        body: { text: `Line ${n}`, color: 'green' },
      });
    }
    assert.deepEqual(await unlocked(), ['first_book', 'note_taker', 'highlighter']);
    await reader.call('PATCH /books/:id', { params: { id }, body: { status: 'completed' } });
    assert.ok((await unlocked()).includes('finisher'));
    for (let n = 0; n < 9; n += 1) await book({ completed: 1 });
    assert.ok((await unlocked()).includes('completionist'));
  });
});

describe('goals', () => {
  test('[GM-04] [F-09] the first is to read 30 minutes a day, counted from sessions, worth 50 once a day', async () => {
    const id = await book();
    const [goal] = (await reader.call('GET /api/gamification/goals', {})).items;
    assert.ok(goal);
    assert.deepEqual(
      [goal.type, goal.unit, goal.target, goal.reward, goal.current, goal.completedAt],
      ['daily', 'minutes', 30, 50, 0, null],
    );
    await read(id, 20);
    await reader.fails(409, 'PUT /api/gamification/goals/:id', {
      params: { id: goal.id },
      body: { progress: 1_000 },
    });
    const counted = await reader.call('PUT /api/gamification/goals/:id', {
      params: { id: goal.id },
      body: { progress: 20 },
    });
    assert.deepEqual([counted.current, counted.completedAt], [20, null]);
    await read(id, 10);
    const done = (await reader.call('GET /api/gamification/goals', {})).items[0];
    assert.ok(done?.completedAt);
    assert.equal(await paidFor('goal_reached'), 50);
    await read(id, 40);
    assert.equal(await paidFor('goal_reached'), 50);
    await passTo('2026-03-05T09:00:00Z');
    const next = (await reader.call('GET /api/gamification/goals', {})).items[0];
    assert.deepEqual([next?.current, next?.completedAt], [0, null]);
    await read(id, 30);
    assert.equal(await paidFor('goal_reached'), 100);
  });

  test('[GM-04] [F-09] a goal of one’s own: created, counted, completed, given up; a deadline lies ahead', async () => {
    const goal = await reader.call('POST /api/gamification/goals', {
      body: { title: 'Two books', type: 'once', unit: 'books', target: 2, deadline: '2026-03-06T00:00:00Z' },
    });
    assert.equal(goal.current, 0);
    await reader.fails(422, 'POST /api/gamification/goals', {
      body: { title: 'Too late', type: 'once', target: 2, deadline: '2026-03-01T00:00:00Z' },
    });
    const unfair = { title: 'Rich', type: 'once', target: 2, reward: 9_999 } as const;
    await reader.fails(422, 'POST /api/gamification/goals', { body: unfair });
    await passTo(1);
    for (let n = 0; n < 2; n += 1) {
      const id = await book();
      await reader.call('PATCH /books/:id', { params: { id }, body: { status: 'completed' } });
    }
    const counted = await reader.call('PUT /api/gamification/goals/:id', {
      params: { id: goal.id },
      body: { progress: 0 },
    });
    assert.equal(counted.current, 2);
    assert.ok(counted.completedAt);
    await reader.call('DELETE /api/gamification/goals/:id', { params: { id: goal.id } });
    const [only, ...none] = (await reader.call('GET /api/gamification/goals', {})).items;
    assert.equal(none.length, 0);
    await reader.fails(409, 'DELETE /api/gamification/goals/:id', { params: { id: only?.id ?? '' } });
  });

  test('[GM-04] what is done after the deadline does not complete it', async () => {
    const id = await book();
    const goal = await reader.call('POST /api/gamification/goals', {
      body: { title: 'Soon', type: 'once', unit: 'minutes', target: 5, deadline: '2026-03-04T09:02:00Z' },
    });
    await read(id, 10);
    const late = await reader.call('PUT /api/gamification/goals/:id', {
      params: { id: goal.id },
      body: { progress: 0 },
    });
    assert.equal(late.completedAt, null);
  });

  test('[GM-04] a goal that was set without a network counts from then on, and never from before this reader was here', async () => {
    const id = await book();
    await read(id, 10);
    const set = (created_at: string) =>
      reader.call('POST /api/gamification/goals', {
        body: { title: 'On the train', type: 'once', unit: 'minutes', target: 60, created_at },
      });
    await passTo(1);
    assert.equal((await set(morning)).current, 10);
    // A device whose clock goes ahead.
    assert.equal((await set('2099-01-01T00:00:00.000Z')).current, 0);
    const [first] = (await reader.call('GET /api/gamification/goals', {})).items;
    const earliest = await set('2001-01-01T00:00:00.000Z');
    assert.ok(earliest.createdAt >= (first?.createdAt ?? ''), earliest.createdAt);
  });

  test('many easy goals are not a way to points: three are paid in a day', async () => {
    const id = await book();
    for (let n = 0; n < 10; n += 1) {
      await reader.call('POST /api/gamification/goals', {
        body: { title: `Easy ${n}`, type: 'daily', target: 1 },
      });
    }
    await read(id, 5);
    assert.equal(await paidFor('goal_reached'), 3 * 20);
  });
});

test('[GM-02] the level follows from the points', async () => {
  const levelAt = async (total: number) => {
    await server.services.db.deleteFrom('points').where('user_id', '=', idOf(reader)).execute();
    await server.services.db
      .insertInto('points')
      .values({
        id: randomUUID(),
        user_id: idOf(reader),
        action: 'book_uploaded',
        event: 'x',
        points: total,
        book_id: null,
        created_at: morning,
      })
      .execute();
    return (await reader.call('GET /api/gamification/stats', {})).level;
  };
  for (const [total, level] of [
    [99, 1],
    [100, 2],
    [1_500, 6],
    [9_999, 9],
    [10_000, 10],
  ] as const) {
    assert.equal(await levelAt(total), level);
  }
});
