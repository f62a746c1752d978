import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { pointsRules } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { idOf, morning, pointsTests } from './support/pointsTests.ts';

const game = pointsTests();

describe('events are paid', () => {
  test('[GM-01] a book, a note, a highlight, a session, a page, a completion: each by set A, once', async () => {
    const id = await game.book();
    await game.reader.call('POST /notes/book/:bookId', {
      params: { bookId: id },
      body: { content: 'A thought' },
    });
    await game.reader.call('POST /books/:id/highlights', {
      params: { id },
      body: { text: 'Words', color: 'yellow' },
    });
    await game.read(id, 10);
    await game.turnTo(id, 1);
    await game.reader.call('PATCH /books/:id', { params: { id }, body: { status: 'completed' } });
    for (const [action, expected] of [
      ['book_uploaded', 25],
      ['note_created', 15],
      ['highlight_created', 10],
      ['reading_session_started', 5],
      ['reading_session_completed', 10],
      ['page_read', 1],
      ['book_completed', 100],
    ] as const) {
      assert.equal(await game.paidFor(action), expected, action);
    }
    const total = await game.points();
    for (const { action } of await game.history()) await game.act(action, { bookId: id });
    assert.equal(await game.points(), total, 'saying it again pays nothing');
  });

  test('[GM-01] sign-in, check-in and visit are paid once per local day', async () => {
    await game.server.services.db
      .updateTable('users')
      .set({ time_zone: 'America/Los_Angeles' })
      .where('id', '=', idOf(game.reader))
      .execute();
    for (const action of ['daily_login', 'daily_checkin', 'library_visited', 'daily_login'])
      await game.act(action);
    assert.equal(await game.points(), 25);
    await game.passTo('2026-03-05T07:59:00Z'); // One minute before local midnight.
    await game.act('daily_login');
    assert.equal(await game.points(), 25);
    await game.passTo(2);
    await game.act('daily_login');
    assert.equal(await game.points(), 35);
  });

  test('favorites and reviews are paid by set B, once per book', async () => {
    const id = await game.book();
    const review = { content: 'Long, and worth it.', type: 'review' };
    for (let n = 0; n < 2; n += 1) {
      await game.reader.call('PATCH /books/:id', { params: { id }, body: { favorite: true } });
      await game.reader.call('PATCH /books/:id', { params: { id }, body: { favorite: false } });
      await game.reader.call('PATCH /books/:id', { params: { id }, body: { favorite: true } });
      await game.reader.call('POST /notes/book/:bookId', { params: { bookId: id }, body: review });
    }
    assert.equal(await game.paidFor('favorite'), pointsRules.favorite.points);
    assert.equal(await game.paidFor('write_review'), pointsRules.write_review.points);
    assert.equal(await game.paidFor('note_created'), 0, 'a review is not paid as a note too');
    const tagged = { content: 'Short, and a joy.', tags: ['Review', 'sea'] };
    await game.reader.call('POST /notes/book/:bookId', {
      params: { bookId: await game.book() },
      body: tagged,
    });
    assert.equal(await game.paidFor('write_review'), 2 * pointsRules.write_review.points);
  });

  test('a file deleted and uploaded again is not paid again', async () => {
    const id = await game.book({ sha256: 'abc' });
    const before = await game.points();
    await game.reader.call('DELETE /books/:id', { params: { id } });
    await game.book({ sha256: 'abc' });
    assert.equal(await game.points(), before);
  });
});

test('[GM-02] the level follows from the points', async () => {
  const levelAt = async (total: number) => {
    await game.server.services.db.deleteFrom('points').where('user_id', '=', idOf(game.reader)).execute();
    await game.server.services.db
      .insertInto('points')
      .values({
        id: randomUUID(),
        user_id: idOf(game.reader),
        action: 'book_uploaded',
        event: 'x',
        points: total,
        book_id: null,
        created_at: morning,
      })
      .execute();
    return (await game.reader.call('GET /api/gamification/stats', {})).level;
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
