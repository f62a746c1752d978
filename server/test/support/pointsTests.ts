/** A user for tests of points, achievements and goals, with a clock controlled by the test. */
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach } from 'node:test';
import type { Client } from './client.ts';
import { type Clock, clockAt } from './clock.ts';
import { startServer, type TestServer } from './server.ts';
import { putBook } from './shelf.ts';

export const morning = '2026-03-04T09:00:00.000Z';

export const idOf = (who: Client): string => who.user?.id ?? '';

/** Starts a server for the tests of a file, and gives each test a new user on the same morning. */
export function pointsTests() {
  let server: TestServer;
  let clock: Clock;
  let reader: Client;

  before(async () => {
    clock = clockAt(morning);
    server = await startServer({ services: { now: clock.now } });
  });
  after(() => server.stop());
  beforeEach(async () => {
    clock.set(morning);
    reader = await server.reader(`reader-${randomUUID()}`);
  });

  const book = (more: Parameters<typeof putBook>[2] = {}) => putBook(server.services, idOf(reader), more);
  const points = async (who = reader) => (await who.call('GET /api/gamification/stats', {})).totalPoints;
  const act = (action: string, data: Record<string, unknown> = {}, timestamp = clock.now().toISOString()) =>
    reader.call('POST /api/gamification/actions', { body: { action, data, timestamp } });
  const history = async () =>
    (await reader.call('GET /api/gamification/history', { query: { limit: 200 } })).items;
  const paidFor = async (action: string) =>
    (await history())
      .filter((entry) => entry.action === action)
      .reduce((sum, entry) => sum + entry.points, 0);
  const unlocked = async () =>
    (await reader.call('GET /api/gamification/achievements', {})).items
      .filter(({ unlockedAt }) => unlockedAt !== null)
      .map(({ id }) => id);

  /** Sets the clock, to a time or by minutes, and gets a token that is valid then. */
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

  /** A session of this many minutes that ends now. */
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

  return {
    get server() {
      return server;
    },
    get clock() {
      return clock;
    },
    get reader() {
      return reader;
    },
    book,
    points,
    act,
    history,
    paidFor,
    unlocked,
    passTo,
    turnTo,
    read,
  };
}
