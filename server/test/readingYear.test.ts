import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GamificationStats } from '@lectern/shared-contracts/api/gamification.ts';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import { issueAccessToken } from '../src/people/auth/credentials/accessTokens.ts';
import { type Client, client as connect, type LooseRequest } from './support/client.ts';
import { type Clock, clockAt } from './support/clock.ts';
import { type Expected, readingModel } from './support/readingModel.ts';
import { booksInYear, idOf, joinedAt, pagesOfBook, readingYear, type Step } from './support/readingYear.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBook } from './support/shelf.ts';
import { unzip } from './support/zip.ts';

let server: TestServer;
let clock: Clock;
before(async () => {
  clock = clockAt(iso(joinedAt));
  // The year passes in minutes, and no session is refreshed during it.
  server = await startServer({
    config: { sessions: { idleDays: 3_650, maxDays: 3_650 } },
    services: { now: clock.now },
  });
});
after(() => server.stop());

// Time grows with the square of the days. All kinds of steps occur within 52 days; LECTERN_READING_DAYS=365 simulates
// a year.
const days = Number(process.env.LECTERN_READING_DAYS ?? 52);

test(`[GM-01] [GM-05] [F-10] [F-24] ${days} days of a simulated user, with time zones, pauses, crashes, two devices, weeks offline and corrections: points, achievements, streak and totals equal those of a small model, also with every request sent twice`, async () => {
  const steps = readingYear(20_260_101, days);
  const [once, twice] = [await newReader('once'), await newReader('twice')];
  const model = readingModel();
  let looks = 0;
  for (const [index, step] of steps.entries()) {
    clock.set(iso(step.at));
    model.take(step);
    if (step.kind === 'look') {
      looks += 1;
      const expected = model.expected(step.at);
      for (const [who, reader] of [
        ['sent once', once],
        ['sent twice', twice],
      ] as const)
        assert.deepEqual(await said(reader, step.at), expected, `${who}, ${iso(step.at)}`);
      continue;
    }
    await send(once, step);
    // With an idempotency key like the queue, or without one like a script.
    const key = index % 2 === 0 ? idOf(`key ${index}`) : undefined;
    await send(twice, step, key);
    await send(twice, step, key);
  }
  assert.ok(looks >= days / 15);
  for (const reader of [once, twice]) await agreeOnTheWhole(reader);
  const { total } = await once.client.call('GET /reading/sessions', { query: { limit: 1 } });
  assert.equal(total, model.sessions());
  assert.ok(total > days * 5, `${total} sessions`);
});

// A month each, so that several histories cover more cases: LECTERN_READING_SEEDS=100 for many.
const histories = Number(process.env.LECTERN_READING_SEEDS ?? 2);

for (let seed = 1; seed <= histories; seed += 1)
  test(`[GM-05] [F-10] [ST-01] random history ${seed}: statistics, rewards, dashboard and export agree`, async () => {
    clock.set(iso(joinedAt));
    const reader = await newReader(`history-${seed}`);
    const model = readingModel();
    for (const step of readingYear(seed, 32)) {
      clock.set(iso(step.at));
      model.take(step);
      if (step.kind === 'look') assert.deepEqual(await said(reader, step.at), model.expected(step.at));
      else await send(reader, step);
    }
    await agreeOnTheWhole(reader);
  });

interface Sender {
  client: Client;
  /** Sessions of the sending device and of the other one. */
  families: { own: string; other: string };
  books: string[];
  name: string;
}

async function newReader(name: string): Promise<Sender> {
  const client = await server.reader(`year-${name}`);
  const userId = client.user?.id ?? '';
  await server.services.db.updateTable('users').set({ time_zone: 'UTC' }).where('id', '=', userId).execute();
  const other = connect(server.origin, server.config.root);
  await other.signIn({ email: `year-${name}@example.org`, password: `password of year-${name}` });
  const families = { own: sessionOfToken(client), other: sessionOfToken(other) };
  const books: string[] = [];
  for (let n = 0; n < booksInYear; n += 1)
    books.push(await putBook(server.services, userId, { title: `Book ${n}`, page_count: pagesOfBook }));
  return { client, families, books, name };
}

function sessionOfToken({ token }: Client): string {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).sid;
}

async function signed(reader: Sender, at: number, device: 'own' | 'other' = 'own'): Promise<Client> {
  reader.client.token = await issueAccessToken(server.config.secret, {
    userId: reader.client.user?.id ?? '',
    sessionId: reader.families[device],
    issuedAt: Math.floor(at / 1_000),
  });
  return reader.client;
}

async function send(reader: Sender, step: Step, idempotencyKey?: string): Promise<void> {
  const fromOther = step.kind === 'progress' && step.fromOther === true;
  const client = await signed(reader, step.at, fromOther ? 'other' : 'own');
  const [key, request] = requestOf(reader, step);
  const { status, body } = await client.try(key, request, idempotencyKey ? { idempotencyKey } : {});
  // A deleted session cannot be corrected or deleted again.
  const gone = status === 404 && (step.kind === 'edit' || step.kind === 'delete');
  assert.ok(status < 300 || gone, `${key} ${JSON.stringify(request)}: ${status} ${JSON.stringify(body)}`);
}

function requestOf(
  { books, name }: Sender,
  step: Exclude<Step, { kind: 'look' }> | Step,
): [RouteKey, LooseRequest] {
  const id = 'id' in step ? idOf(`${name} ${step.id}`) : '';
  const book = 'book' in step ? (books[step.book] ?? '') : '';
  switch (step.kind) {
    case 'start':
      return [
        'POST /api/reading/sessions/start',
        { body: { id, book_id: book, page: 1, started_at: iso(step.started), time_zone: step.zone } },
      ];
    case 'end': {
      const { pages: end_page, seconds, ended, zone: time_zone } = step;
      return [
        'POST /api/reading/sessions/:id/end',
        { params: { id }, body: { end_page, seconds, ended_at: iso(ended), time_zone } },
      ];
    }
    case 'record': {
      const { started, ended, seconds, pages: pages_read, zone: time_zone, byHand: by_hand } = step;
      const when = { started_at: iso(started), ended_at: iso(ended) };
      return [
        'POST /reading/session',
        { body: { id, book_id: book, ...when, seconds, pages_read, time_zone, by_hand } },
      ];
    }
    case 'edit': {
      const { seconds, started, ended } = step.change;
      const body = {
        ...(seconds === undefined ? {} : { seconds }),
        ...(started === undefined ? {} : { started_at: iso(started) }),
        ...(ended === undefined ? {} : { ended_at: iso(ended) }),
      };
      return ['PATCH /reading/sessions/:id', { params: { id }, body }];
    }
    case 'delete':
      return ['DELETE /reading/sessions/:id', { params: { id } }];
    case 'progress': {
      const { page: current_page, updated } = step;
      const percentage = Math.min(99, (current_page / pagesOfBook) * 100);
      return [
        'PUT /books/:id/progress',
        {
          params: { id: book },
          body: { current_page, total_pages: pagesOfBook, percentage, updated_at: iso(updated) },
        },
      ];
    }
    case 'completed':
      return ['PATCH /books/:id', { params: { id: book }, body: { status: 'completed' } }];
    case 'note':
      return [
        'POST /notes/book/:bookId',
        { params: { bookId: book }, body: { id, content: 'A thought', created_at: iso(step.made) } },
      ];
    case 'highlight':
      return [
        'POST /books/:id/highlights',
        { params: { id: book }, body: { id, text: 'Words', color: 'yellow', created_at: iso(step.made) } },
      ];
    case 'day':
      return ['POST /api/gamification/actions', { body: { action: step.action, timestamp: iso(step.at) } }];
    case 'goal': {
      const goal = { title: 'Three hours a week', type: 'weekly', unit: 'minutes', target: step.minutes };
      return ['POST /api/gamification/goals', { body: { id, ...goal } }];
    }
    case 'look':
      return ['GET /api/gamification/stats', {}];
  }
}

/** The server's data in the format of the model. */
async function said(reader: Sender, at: number): Promise<Expected> {
  const client = await signed(reader, at);
  const { booksRead: _begun, ...stats } = await client.call('GET /api/gamification/stats', {});
  await agree(client, stats);
  const { items } = await client.call('GET /api/gamification/achievements', {});
  const paid = await server.services.db
    .selectFrom('points')
    .select((eb) => ['action', eb.fn.sum<number>('points').as('sum')])
    .where('user_id', '=', client.user?.id ?? '')
    .groupBy('action')
    .execute();
  const of = (...actions: string[]) =>
    paid.filter(({ action }) => actions.includes(action)).reduce((sum, row) => sum + Number(row.sum), 0);
  return {
    stats,
    achievements: items
      .filter(({ unlockedAt }) => unlockedAt !== null)
      .map(({ id }) => id)
      .sort(),
    points: {
      book_uploaded: of('book_uploaded'),
      book_completed: of('book_completed'),
      reading_session_started: of('reading_session_started'),
      reading_session_completed: of('reading_session_completed'),
      page_read: of('page_read'),
      note_created: of('note_created'),
      highlight_created: of('highlight_created'),
      daily: of('daily_login', 'daily_checkin', 'library_visited'),
      goal_reached: of('goal_reached'),
      achievement: of('achievement'),
    },
  };
}

/** [F-10] All figures of minutes and pages agree. */
async function agree(client: Client, stats: Omit<GamificationStats, 'booksRead'>): Promise<void> {
  const { days } = await client.call('GET /reading/days', {});
  const sum = (of: 'seconds' | 'pages', from = '', to = '9') =>
    days.reduce((total, one) => (one.day >= from && one.day <= to ? total + one[of] : total), 0);
  const minutes = (from?: string, to?: string) => Math.floor(sum('seconds', from, to) / 60);
  const calendar = await client.call('GET /api/gamification/streak', { query: { days: 42 } });
  const week = await client.call('GET /api/gamification/week', {});
  const { items: goals } = await client.call('GET /api/gamification/goals', {});
  const told = {
    pages: stats.pagesRead,
    minutes: stats.totalReadingTime,
    today: stats.todayReadingTime,
    week: [stats.weeklyReadingTime, week.minutes, week.pages],
    daily: goals.find(({ type, unit }) => type === 'daily' && unit === 'minutes')?.current,
    weekly: goals.find(({ type }) => type === 'weekly')?.current ?? week.minutes,
    calendar: calendar.days.map((one) => [one.day, one.minutes]),
  };
  const { today } = calendar;
  assert.deepEqual(told, {
    pages: sum('pages'),
    minutes: minutes(),
    today: minutes(today, today),
    week: [minutes(week.first, today), minutes(week.first, week.last), sum('pages', week.first, week.last)],
    daily: minutes(today, today),
    weekly: minutes(week.first, week.last),
    calendar: calendar.days.map(({ day }) => [day, minutes(day, day)]),
  });
}

/** The export agrees with the app on minutes, pages, streak and status. */
async function agreeOnTheWhole({ client }: Sender): Promise<void> {
  const stats = await client.call('GET /api/gamification/stats', {});
  const files = await unzip(new Uint8Array(await (await client.fetch('/v1/export')).arrayBuffer()));
  const json = (name: string) => JSON.parse(String(files.get(name)));
  const exported = json('statistics.json');
  assert.deepEqual(
    [exported.minutes, exported.pages, exported.streak.length],
    [stats.totalReadingTime, stats.pagesRead, stats.readingStreak],
  );
  const { items } = await client.call('GET /books', { query: { limit: 200 } });
  const statusOf = (books: readonly { id: string; status: string }[]) =>
    books.map(({ id, status }) => [id, status]).sort();
  assert.deepEqual(statusOf(json('books.json')), statusOf(items));
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
