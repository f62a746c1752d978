import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { morning, pointsTests } from './support/pointsTests.ts';

const game = pointsTests();

describe('goals', () => {
  test('[GM-04] [F-09] the default is 30 minutes a day, counted from sessions, worth 50 points once a day', async () => {
    const id = await game.book();
    const [goal] = (await game.reader.call('GET /api/gamification/goals', {})).items;
    assert.ok(goal);
    assert.deepEqual(
      [goal.type, goal.unit, goal.target, goal.reward, goal.current, goal.completedAt],
      ['daily', 'minutes', 30, 50, 0, null],
    );
    await game.read(id, 20);
    const counted = await game.reader.call('PUT /api/gamification/goals/:id', {
      params: { id: goal.id },
      body: { progress: 20 },
    });
    assert.deepEqual([counted.current, counted.completedAt], [20, null]);
    await game.read(id, 10);
    const done = (await game.reader.call('GET /api/gamification/goals', {})).items[0];
    assert.ok(done?.completedAt);
    assert.equal(await game.paidFor('goal_reached'), 50);
    await game.read(id, 40);
    assert.equal(await game.paidFor('goal_reached'), 50);
    await game.passTo('2026-03-05T09:00:00Z');
    const next = (await game.reader.call('GET /api/gamification/goals', {})).items[0];
    assert.deepEqual([next?.current, next?.completedAt], [0, null]);
    await game.read(id, 30);
    assert.equal(await game.paidFor('goal_reached'), 100);
  });

  test('[GM-04] [F-09] custom ones are created, counted, completed and deleted; a deadline must be in the future', async () => {
    const goal = await game.reader.call('POST /api/gamification/goals', {
      body: { title: 'Two books', type: 'once', unit: 'books', target: 2, deadline: '2026-03-06T00:00:00Z' },
    });
    assert.equal(goal.current, 0);
    await game.reader.fails(422, 'POST /api/gamification/goals', {
      body: { title: 'Too late', type: 'once', target: 2, deadline: '2026-03-01T00:00:00Z' },
    });
    await game.passTo(1);
    for (let n = 0; n < 2; n += 1) {
      const id = await game.book();
      await game.reader.call('PATCH /books/:id', { params: { id }, body: { status: 'completed' } });
    }
    const counted = await game.reader.call('PUT /api/gamification/goals/:id', {
      params: { id: goal.id },
      body: { progress: 0 },
    });
    assert.equal(counted.current, 2);
    assert.ok(counted.completedAt);
    await game.reader.call('DELETE /api/gamification/goals/:id', { params: { id: goal.id } });
    const [only, ...none] = (await game.reader.call('GET /api/gamification/goals', {})).items;
    assert.equal(none.length, 0);
    await game.reader.fails(409, 'DELETE /api/gamification/goals/:id', { params: { id: only?.id ?? '' } });
  });

  test('[GM-04] [W-07] progress and reward that are sent are answered 200 with what counts, and pay nothing', async () => {
    const before = await game.paidFor('goal_reached');
    const goal = await game.reader.call('POST /api/gamification/goals', {
      body: { title: 'Rich', type: 'once', unit: 'books', target: 2, reward: 9_999 },
    });
    assert.equal(goal.reward, 20);
    const counted = await game.reader.call('PUT /api/gamification/goals/:id', {
      params: { id: goal.id },
      body: { progress: 2 },
    });
    assert.deepEqual([counted.current, counted.completedAt], [0, null]);
    assert.equal(await game.paidFor('goal_reached'), before);
  });

  test('[GM-04] reading after the deadline does not complete them', async () => {
    const id = await game.book();
    const goal = await game.reader.call('POST /api/gamification/goals', {
      body: { title: 'Soon', type: 'once', unit: 'minutes', target: 5, deadline: '2026-03-04T09:02:00Z' },
    });
    await game.read(id, 10);
    const late = await game.reader.call('PUT /api/gamification/goals/:id', {
      params: { id: goal.id },
      body: { progress: 0 },
    });
    assert.equal(late.completedAt, null);
  });

  test('[GM-04] set offline count from then on, but never from before registration', async () => {
    const id = await game.book();
    await game.read(id, 10);
    const set = (created_at: string) =>
      game.reader.call('POST /api/gamification/goals', {
        body: { title: 'On the train', type: 'once', unit: 'minutes', target: 60, created_at },
      });
    await game.passTo(1);
    assert.equal((await set(morning)).current, 10);
    // A device whose clock goes ahead.
    assert.equal((await set('2099-01-01T00:00:00.000Z')).current, 0);
    const [first] = (await game.reader.call('GET /api/gamification/goals', {})).items;
    const earliest = await set('2001-01-01T00:00:00.000Z');
    assert.ok(earliest.createdAt >= (first?.createdAt ?? ''), earliest.createdAt);
  });

  test('many easy ones do not pay: three are paid per day', async () => {
    const id = await game.book();
    for (let n = 0; n < 10; n += 1) {
      await game.reader.call('POST /api/gamification/goals', {
        body: { title: `Easy ${n}`, type: 'daily', target: 1 },
      });
    }
    await game.read(id, 5);
    assert.equal(await game.paidFor('goal_reached'), 3 * 20);
  });
});
