import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { achievementRules } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { paidActions, pointsRules } from '@lectern/shared-contracts/domain/gamification/points.ts';
import type { Client } from './support/client.ts';
import { type Clock, clockAt } from './support/clock.ts';
import fc from './support/fastCheck.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBook } from './support/shelf.ts';

let server: TestServer;
let clock: Clock;
before(async () => {
  clock = clockAt('2026-03-04T09:00:00.000Z');
  server = await startServer({ services: { now: clock.now } });
});
after(() => server.stop());

const daily = ['daily_login', 'daily_checkin', 'library_visited'] as const;
const pagesOfBook = 300;

/** An action of a user, or of a script in their name. */
type Deed =
  | { do: 'book' | 'note' | 'highlight' | 'forget' | 'finish' | 'reopen' | 'favorite' | 'review' }
  | { do: 'come'; action: (typeof daily)[number] }
  | { do: 'claim'; action: string; pages: number }
  | { do: 'read'; minutes: number; pages: number }
  | { do: 'turn'; page: number }
  | { do: 'wait'; minutes: number };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc
    .constantFrom('book', 'note', 'highlight', 'forget', 'finish', 'reopen', 'favorite', 'review')
    .map((what) => ({
      do: what as 'book',
    })),
  fc.record({ do: fc.constant('come' as const), action: fc.constantFrom(...daily) }),
  fc.record({
    do: fc.constant('claim' as const),
    action: fc.constantFrom(
      ...paidActions.filter((action) => pointsRules[action].per !== 'day'),
      'goal_reached',
      'achievement',
      'nonsense',
    ),
    pages: fc.integer({ min: -5, max: 1_000_000 }),
  }),
  fc.record({
    do: fc.constant('read' as const),
    minutes: fc.integer({ min: 0, max: 150 }),
    pages: fc.integer({ min: 0, max: 200 }),
  }),
  fc.record({ do: fc.constant('turn' as const), page: fc.integer({ min: 0, max: pagesOfBook }) }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(5, 90, 24 * 60, 3 * 24 * 60) }),
);

/** Number of real events of each kind. */
interface Happened {
  books: number;
  notes: number;
  highlights: number;
  /** Highlights that were deleted again. */
  forgotten: number;
  sessions: number;
  /** Pages turned forward, and the resulting page. */
  turned: number;
  place: number;
  comings: Set<string>;
}

test('[GM-01] [GM-03] whatever a user does and claims, points come only from real events, each once, and an achievement is unlocked, reported and paid once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 40 }), async (deeds) => {
      const reader = await server.reader(`reader-${randomUUID()}`);
      const id = reader.user?.id ?? '';
      const book = await putBook(server.services, id, { page_count: pagesOfBook });
      const done: Happened = {
        books: 1,
        notes: 0,
        highlights: 0,
        forgotten: 0,
        sessions: 0,
        turned: 0,
        place: 0,
        comings: new Set(),
      };
      const told: string[] = [];
      for (const one of deeds) told.push(...(await doIt(reader, book, one, done)));

      const stats = await reader.call('GET /api/gamification/stats', {});
      const ledger = await server.services.db
        .selectFrom('points')
        .select(['action', 'event', 'points'])
        .where('user_id', '=', id)
        .execute();
      const sum = (action: string) =>
        ledger.filter((entry) => entry.action === action).reduce((total, { points }) => total + points, 0);
      assert.equal(
        stats.totalPoints,
        ledger.reduce((total, { points }) => total + points, 0),
      );
      assert.equal(new Set(ledger.map(({ action, event }) => `${action} ${event}`)).size, ledger.length);

      const most: Record<string, number> = {
        book_uploaded: 25 * done.books,
        note_created: 15 * done.notes,
        highlight_created: 10 * done.highlights,
        book_completed: 100,
        favorite: 5,
        write_review: 25,
        reading_session_started: 5 * done.sessions,
        reading_session_completed: 10 * done.sessions,
        page_read: Math.min(pagesOfBook, done.turned),
        // The daily goal, on days with a session.
        goal_reached: 50 * done.sessions,
      };
      for (const action of ['book_uploaded', 'note_created'])
        assert.equal(sum(action), most[action], `${action}: all that happened is paid`);
      // Points are computed on demand, so items deleted before that are not paid.
      assert.ok(
        sum('highlight_created') >= 10 * (done.highlights - done.forgotten),
        'every highlight that is there is paid',
      );
      for (const [action, points] of Object.entries(most))
        assert.ok(sum(action) <= points, `${action}: ${sum(action)}, and ${points} at most`);
      assert.equal(
        daily.reduce((total, action) => total + sum(action), 0),
        [...done.comings].reduce((total, key) => total + (key.startsWith('library') ? 5 : 10), 0),
      );
      const { items } = await reader.call('GET /api/gamification/achievements', {});
      const unlocked = items.filter(({ unlockedAt }) => unlockedAt !== null).map((rule) => rule.id);
      assert.equal(
        sum('achievement'),
        achievementRules
          .filter((rule) => unlocked.includes(rule.id))
          .reduce((n, { points }) => n + points, 0),
      );
      assert.equal(new Set(told).size, told.length, `told twice: ${told}`);
      assert.ok(told.every((name) => unlocked.includes(name)));
      const known = new Set([...Object.keys(most), ...daily, 'achievement']);
      assert.deepEqual(
        ledger.filter(({ action }) => !known.has(action)),
        [],
      );
      // Computed again, nothing changes.
      assert.equal((await reader.call('GET /api/gamification/stats', {})).totalPoints, stats.totalPoints);
    }),
    { numRuns: 25 },
  );
});

/** @returns achievements that were reported to the user */
async function doIt(reader: Client, book: string, one: Deed, done: Happened): Promise<string[]> {
  const params = { id: book };
  const now = () => clock.now().toISOString();
  const said = async (action: string, data: Record<string, unknown> = {}) =>
    (
      await reader.call('POST /api/gamification/actions', { body: { action, data, timestamp: now() } })
    ).unlocked.map(({ id }) => id);
  switch (one.do) {
    case 'book':
      await putBook(server.services, reader.user?.id ?? '');
      done.books += 1;
      return [];
    case 'note':
    case 'review':
      await reader.call('POST /notes/book/:bookId', {
        params: { bookId: book },
        body: { content: 'A thought', tags: one.do === 'review' ? ['review'] : [] },
      });
      if (one.do === 'note') done.notes += 1;
      return [];
    case 'highlight':
      await reader.call('POST /books/:id/highlights', { params, body: { text: 'Words', color: 'yellow' } });
      done.highlights += 1;
      return [];
    case 'forget': {
      const { items } = await reader.call('GET /books/:id/highlights', { params });
      const [first] = items;
      if (first) {
        await reader.call('DELETE /highlights/:id', { params: { id: first.id } });
        done.forgotten += 1;
      }
      return [];
    }
    case 'finish':
    case 'reopen':
      await reader.call('PATCH /books/:id', {
        params,
        body: { status: one.do === 'finish' ? 'completed' : 'unread' },
      });
      return [];
    case 'favorite':
      await reader.call('PATCH /books/:id', { params, body: { favorite: true } });
      return [];
    case 'come':
      done.comings.add(`${one.action} ${now().slice(0, 10)}`);
      return said(one.action);
    case 'claim':
      return said(one.action, { bookId: book, pages: one.pages, points: 1_000, duration: -one.pages });
    case 'read': {
      const session = await reader.call('POST /api/reading/sessions/start', {
        body: { book_id: book, page: 1 },
      });
      await wait(reader, one.minutes);
      await reader.call('POST /api/reading/sessions/:id/end', {
        params: { id: session.id },
        body: { end_page: 1 + one.pages },
      });
      done.sessions += 1;
      return [];
    }
    case 'turn':
      await reader.call('PUT /books/:id/progress', {
        params,
        body: {
          current_page: one.page,
          total_pages: pagesOfBook,
          percentage: Math.min(99, one.page / 3),
          updated_at: now(),
        },
      });
      // Pages read again count as read, but no more pages than the book has are paid.
      done.turned += Math.max(0, one.page - done.place);
      done.place = one.page;
      return [];
    case 'wait':
      await wait(reader, one.minutes);
      return [];
  }
}

/** Advances the clock, and gets a token that is valid then. */
async function wait(reader: Client, minutes: number): Promise<void> {
  clock.pass(minutes);
  reader.token = (await reader.call('POST /auth/refresh', {})).token;
}
