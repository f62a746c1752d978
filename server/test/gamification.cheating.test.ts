import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { pointsRules } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { morning, pointsTests } from './support/pointsTests.ts';

const game = pointsTests();

describe('invented events are not paid', () => {
  test('[AZ-05] thousands of actions, negative durations and future dates do not change the points', async () => {
    const id = await game.book();
    const before = await game.points();
    const claims = Object.keys(pointsRules).filter(
      (action) => pointsRules[action as 'favorite'].per !== 'day',
    );
    const future = '2126-01-01T00:00:00.000Z';
    let refused = 0;
    for (let n = 0; n < 1_000; n += 100) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, k) =>
          game.reader.try('POST /api/gamification/actions', {
            body: {
              action: claims[(n + k) % claims.length],
              data: { bookId: id, pages: 1e9, duration: -5, points: 1e6 },
              timestamp: k % 2 === 0 ? future : game.clock.now().toISOString(),
            },
          }),
        ),
      );
      refused += answers.filter(({ status }) => status === 429).length;
      assert.ok(answers.every(({ status }) => status === 200 || status === 429));
    }
    assert.ok(refused > 0, 'more than a person can do is refused with 429');
    // 600 per minute are accepted, and this server's clock stands still.
    assert.ok((await refusedOf(1_000)) >= 1_000 - 600);
    assert.equal(await game.points(), before);
  });

  /**
   * Sends many claims over one connection, as a script would.
   * @returns how many get 429
   */
  async function refusedOf(count: number): Promise<number> {
    const body = JSON.stringify({ action: 'book_completed', timestamp: game.clock.now().toISOString() });
    const claim = [
      'POST /v1/api/gamification/actions HTTP/1.1',
      'host: lectern',
      `authorization: Bearer ${game.reader.token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
    const { port, hostname } = new URL(game.server.origin);
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
      // The status line may be split: 13 characters are a whole one.
      rest = text.slice(Math.max(read, text.length - 12));
      if (answers === count) break;
    }
    return refused;
  }

  test('[AZ-05] ten check-ins at once count as one', async () => {
    await Promise.all(Array.from({ length: 10 }, () => game.act('daily_checkin')));
    assert.equal(await game.points(), 10);
  });

  test('unknown actions are worth nothing and are not an error', async () => {
    for (const action of ['hack', '__proto__', 'constructor', 'goal_reached', 'achievement', '']) {
      assert.equal((await game.act(action, { points: 1_000 })).credited, 0);
    }
    assert.equal(await game.points(), 0);
  });

  test('[AZ-01] another user’s book, note and goal earn nothing', async () => {
    const mine = await game.book();
    const other = await game.server.reader(`other-${randomUUID()}`);
    await other.fails(404, 'POST /api/reading/sessions/start', { body: { book_id: mine, page: 1 } });
    await other.fails(404, 'POST /reading/session', {
      body: { book_id: mine, started_at: morning, ended_at: morning, seconds: 0 },
    });
    const goal = await game.reader.call('POST /api/gamification/goals', {
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
    assert.equal(await game.points(other), 0);
  });

  test('jumping ahead in a book earns no more pages than there was time for', async () => {
    const id = await game.book();
    await game.passTo(60);
    await game.turnTo(id, 10);
    assert.equal(await game.paidFor('page_read'), 10);
    await game.passTo(1);
    await game.turnTo(id, 290);
    assert.equal(await game.paidFor('page_read'), 30);
    await game.turnTo(id, 10);
    assert.equal(await game.paidFor('page_read'), 30, 'going back is no reading');
    await game.passTo(60);
    await game.turnTo(id, 299);
    await game.passTo(60);
    await game.turnTo(id, 1);
    await game.turnTo(id, 300);
    assert.equal(await game.paidFor('page_read'), 300, 'a book has no more pages than it has');
    assert.equal(
      (await game.history()).filter(({ action }) => action === 'page_read').length,
      1,
      'one line a book and day',
    );
  });

  test('notes beyond a day’s fifty are recorded, and not paid later either', async () => {
    const id = await game.book();
    for (let n = 0; n < 55; n += 1) {
      await game.reader.call('POST /notes/book/:bookId', {
        params: { bookId: id },
        body: { content: `Note ${n}` },
      });
    }
    assert.equal(await game.paidFor('note_created'), 50 * 15);
    await game.passTo('2026-03-05T09:00:00Z');
    assert.equal(await game.paidFor('note_created'), 50 * 15);
  });
});
