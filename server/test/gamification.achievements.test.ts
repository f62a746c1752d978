import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { idOf, pointsTests } from './support/pointsTests.ts';

const game = pointsTests();

describe('achievements', () => {
  test('[GM-03] are unlocked once, paid once, and returned', async () => {
    const id = await game.book();
    const first = await game.act('book_uploaded', { bookId: id });
    assert.deepEqual(
      first.unlocked.map((achievement) => achievement.id),
      ['first_book'],
    );
    assert.equal(first.credited, 25 + 50);
    assert.deepEqual((await game.act('book_uploaded', { bookId: id })).unlocked, []);
    assert.equal(await game.points(), 75);
  });

  test('[GM-03] collecting: 10, 25 and 50 books', async () => {
    for (const [count, expected] of [
      [9, ['first_book']],
      [10, ['first_book', 'bookworm']],
      [25, ['first_book', 'bookworm', 'collector']],
      [50, ['first_book', 'bookworm', 'collector', 'librarian']],
    ] as const) {
      const there = (
        await game.server.services.db
          .selectFrom('books')
          .select('id')
          .where('user_id', '=', idOf(game.reader))
          .execute()
      ).length;
      for (let n = there; n < count; n += 1) await game.book();
      assert.deepEqual(await game.unlocked(), expected);
    }
  });

  test('[GM-03] reading: early, late, fast and long, by the user’s local time', async () => {
    const id = await game.book();
    await game.read(id, 20, 99);
    assert.deepEqual(await game.unlocked(), ['first_book']);
    await game.read(id, 20, 100);
    assert.ok((await game.unlocked()).includes('speed_reader'));
    await game.read(id, 120);
    assert.ok((await game.unlocked()).includes('marathon_reader'));
    await game.passTo('2026-03-05T07:30:00Z');
    await game.read(id, 5);
    assert.ok((await game.unlocked()).includes('early_bird'));
    await game.passTo('2026-03-05T22:10:00Z');
    await game.read(id, 5);
    assert.ok((await game.unlocked()).includes('night_owl'));
  });

  test('[GM-03] a hundred pages in a minute do not count as read', async () => {
    const id = await game.book();
    await game.read(id, 1, 100);
    assert.ok(!(await game.unlocked()).includes('speed_reader'));
  });

  test('[GM-03] [GM-05] streaks: three, seven and thirty days; the streak ends a day later', async () => {
    const id = await game.book();
    for (let day = 0; day < 30; day += 1) {
      await game.passTo(new Date(Date.parse('2026-03-04T10:00:00Z') + day * 86_400_000).toISOString());
      await game.read(id, 5);
      const stats = await game.reader.call('GET /api/gamification/stats', {});
      assert.equal(stats.readingStreak, day + 1);
      const streaks = (await game.unlocked()).filter((name) => name.startsWith('streak'));
      assert.equal(streaks.length, day >= 29 ? 3 : day >= 6 ? 2 : day >= 2 ? 1 : 0, `day ${day + 1}`);
    }
    await game.passTo(24 * 60);
    assert.equal((await game.reader.call('GET /api/gamification/stats', {})).readingStreak, 30);
    await game.passTo(24 * 60);
    assert.equal((await game.reader.call('GET /api/gamification/stats', {})).readingStreak, 0);
    assert.equal(
      (await game.unlocked()).filter((name) => name.startsWith('streak')).length,
      3,
      'what was earned stays',
    );
  });

  test('[GM-03] annotations and completed books: 10 notes, 25 highlights, 1 and 10 books', async () => {
    const id = await game.book();
    for (let n = 0; n < 10; n += 1) {
      await game.reader.call('POST /notes/book/:bookId', {
        params: { bookId: id },
        body: { content: `Note ${n}` },
      });
    }
    assert.deepEqual(await game.unlocked(), ['first_book', 'note_taker']);
    for (let n = 0; n < 25; n += 1) {
      await game.reader.call('POST /books/:id/highlights', {
        params: { id },
        body: { text: `Line ${n}`, color: 'green' },
      });
    }
    assert.deepEqual(await game.unlocked(), ['first_book', 'note_taker', 'highlighter']);
    await game.reader.call('PATCH /books/:id', { params: { id }, body: { status: 'completed' } });
    assert.ok((await game.unlocked()).includes('finisher'));
    for (let n = 0; n < 9; n += 1) await game.book({ completed: 1 });
    assert.ok((await game.unlocked()).includes('completionist'));
  });
});
