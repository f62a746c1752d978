/** The API as specified in sections 3 to 7 and 9, over plain HTTP, without a browser. */
import type { APIRequestContext } from '@playwright/test';
import { type Account, newAccount, register, upload } from '../support/account.ts';
import { makeEpub } from '../support/books.ts';
import { expect, test } from '../support/test.ts';
import { type Calls, callsOf } from './support.ts';

test.describe.configure({ mode: 'default' });

const reader = {} as Account & { token: string; request: APIRequestContext; calls: Calls };
let bookId = '';
test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  const account = await register(request, newAccount());
  Object.assign(reader, account, { request, calls: callsOf(request, account.token) });
  bookId = (await upload(request, account.token, await makeEpub('Plain HTTP'))).id;
});
test.afterAll(() => reader.request.dispose());
const stats = async () => (await reader.calls.get('/api/gamification/stats')).body;

test('[UP-03] title, author, page count, language and cover are read from the file; the same file twice is one book', async () => {
  const { request, token, calls } = reader;
  const file = await makeEpub('Lambda', 'Lea Writer');
  const first = await upload(request, token, file);
  const second = await upload(request, token, file);
  expect(second.id).toBe(first.id);
  const { body } = await calls.get(`/books/${first.id}`);
  expect(body).toMatchObject({
    title: 'Lambda',
    author: 'Lea Writer',
    language: 'en',
    cover_url: expect.any(String),
  });
  expect(body.page_count).toBeGreaterThan(0);
});

test('[BS-02] [F-13] “Aliases in_progress, started reading and started_reading map to reading”', async () => {
  const { calls } = reader;
  for (const alias of ['in_progress', 'started reading', 'started_reading']) {
    await calls.patch(`/books/${bookId}`, { status: 'unread' });
    expect((await calls.patch(`/books/${bookId}`, { status: alias })).body.status, alias).toBe('reading');
  }
  // docs/evidence/deviations.md: an unknown one is rejected, and changes nothing.
  expect((await calls.patch(`/books/${bookId}`, { status: 'whatever' })).status).toBe(422);
  expect((await calls.get(`/books/${bookId}`)).body.status).toBe('reading');
});

test('[BS-03] “Applying a status”: the fields of reading, completed, paused and unread', async () => {
  const { calls } = reader;
  const apply = async (status: string, before: object = {}) => {
    await calls.patch(`/books/${bookId}`, before);
    return (await calls.patch(`/books/${bookId}`, { status })).body;
  };
  expect(await apply('unread')).toMatchObject({ progress: 0, is_reading: false, completed: false });
  const reading = await apply('reading');
  expect(reading).toMatchObject({ is_reading: true, completed: false, last_opened: expect.any(String) });
  expect(reading.progress).toBeGreaterThanOrEqual(1);
  expect(await apply('completed')).toMatchObject({
    is_reading: false,
    completed: true,
    progress: 100,
    completed_at: expect.any(String),
  });
  expect(await apply('paused')).toMatchObject({ is_reading: false, completed: false, progress: 99 });
  await apply('unread');
  expect(await apply('paused')).toMatchObject({ progress: 1 });
});

test('[NT-01] notes: “content, type (default note), page, position, color, tags”; “A note page number is parsed as an integer”', async () => {
  const { calls } = reader;
  const made = (await calls.post(`/notes/book/${bookId}`, { content: 'First', tags: ['sea'], page: 3 })).body;
  expect(made).toMatchObject({
    content: 'First',
    type: 'note',
    page: 3,
    tags: ['sea'],
    book_id: bookId,
  });
  expect((await calls.put(`/notes/${made.id}`, { content: 'Second' })).body.content).toBe('Second');
  expect((await calls.get(`/notes/${bookId}`)).body.items).toHaveLength(1);
  await calls.delete(`/notes/${made.id}`);
  expect((await calls.get(`/notes/${bookId}`)).body.items).toEqual([]);
});

test('[RD-05] PUT /books/{id}/progress {current_page, total_pages, percentage, updated_at}; “credit pages only when the increase … is positive”', async () => {
  const { calls } = reader;
  const says = (page: number) =>
    calls.put(`/books/${bookId}/progress`, {
      current_page: page,
      total_pages: 5,
      percentage: page * 20,
      updated_at: new Date().toISOString(),
    });
  const pages = async () => (await calls.get('/api/gamification/stats')).body.pagesRead;
  await says(1);
  const before = await pages();
  expect((await says(3)).body.current_page).toBe(3);
  const after = await pages();
  expect(after).toBeGreaterThanOrEqual(before);
  await says(2);
  expect(await pages()).toBe(after);
});

test('[GM-01] “book_uploaded 25, note_created 15, highlight_created 10, library_visited 5, daily_checkin 10”, one credit per real event', async () => {
  const { calls } = reader;
  const action = (name: string) =>
    calls.post('/api/gamification/actions', { action: name, data: {}, timestamp: new Date().toISOString() });
  const paid = async (act: () => Promise<unknown>) => {
    const before = (await stats()).totalPoints;
    await act();
    return (await stats()).totalPoints - before;
  };
  expect(await paid(() => calls.post(`/notes/book/${bookId}`, { content: 'x' }))).toBe(15);
  const mark = { text: 'words', color: 'yellow', created_at: new Date().toISOString() };
  expect(await paid(() => calls.post(`/books/${bookId}/highlights`, mark))).toBe(10);
  for (const [name, points] of [
    ['library_visited', 5],
    ['daily_checkin', 10],
    ['daily_checkin', 0],
    ['book_uploaded', 0],
  ] as const)
    expect(await paid(() => action(name)), name).toBe(points);
});

test('[GM-03] the fifteen achievements with their points, each unlocked once', async () => {
  const { items } = (await reader.calls.get('/api/gamification/achievements')).body;
  const points = Object.fromEntries(
    items.map(({ id, points: worth }: { id: string; points: number }) => [id, worth]),
  );
  expect(points).toEqual({
    first_book: 50,
    bookworm: 200,
    collector: 500,
    librarian: 1000,
    early_bird: 75,
    night_owl: 75,
    speed_reader: 150,
    marathon_reader: 200,
    streak_3: 100,
    streak_7: 250,
    streak_30: 1000,
    note_taker: 150,
    highlighter: 200,
    finisher: 100,
    completionist: 500,
  });
  const unlocked = items.filter(({ unlockedAt }: { unlockedAt: string | null }) => unlockedAt !== null);
  expect(unlocked.map(({ id }: { id: string }) => id)).toEqual(['first_book']);
});

test('[GM-04] [F-09] “Default daily goal: read 30 minutes, reward 50”; create, progress, deadline', async () => {
  const { calls } = reader;
  const { items } = (await calls.get('/api/gamification/goals')).body;
  expect(items[0]).toMatchObject({ type: 'daily', target: 30, reward: 50, current: 0 });
  const goal = {
    title: 'Ten books',
    type: 'once',
    unit: 'books',
    target: 10,
    deadline: '2099-01-01T00:00:00.000Z',
  };
  const made = (await calls.post('/api/gamification/goals', { ...goal, reward: 9_999 })).body;
  expect(made.reward).toBe(20);
  expect(made).toMatchObject({ current: 0, deadline: goal.deadline });
  const claimed = await calls.put(`/api/gamification/goals/${made.id}`, { progress: 5 });
  expect([claimed.status, claimed.body.current]).toEqual([200, 0]);
  expect((await calls.put(`/api/gamification/goals/${made.id}`, { progress: 0 })).body.current).toBe(0);
});

test('[GM-05] [RS-05] “The streak counts consecutive days … it is zero if the last read was more than one day ago”', async () => {
  const { calls } = reader;
  const day = 86_400_000;
  const record = (ago: number) => {
    const ended = Date.now() - ago * day;
    const session = {
      book_id: bookId,
      started_at: new Date(ended - 600_000).toISOString(),
      ended_at: new Date(ended).toISOString(),
      seconds: 600,
      pages_read: 5,
      by_hand: true,
    };
    return calls.post('/reading/session', session);
  };
  expect((await record(4)).status).toBeLessThan(300);
  expect((await stats()).readingStreak).toBe(0);
  for (const ago of [0, 1]) await record(ago);
  expect((await stats()).readingStreak).toBeGreaterThanOrEqual(1);
  const { items } = (await calls.get('/reading/sessions')).body;
  expect(items[0]).toMatchObject({ book_id: bookId });
});

test('[ME-02] “works with no model configured”, and says which it is; the answer is streamed', async () => {
  const { calls, request, token } = reader;
  expect((await calls.get('/mentor/status')).body).toMatchObject({ mode: 'passages', model: null });
  const answer = await request.post(`/v1/mentor/conversations/${crypto.randomUUID()}/stream`, {
    headers: { authorization: `Bearer ${token}` },
    data: { text: 'lighthouse' },
  });
  const lines = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0].type).toBe('sources');
  expect(lines.at(-1).type).toBe('done');
});

test('[ME-03] suggests what to read next from the reader’s own shelves; conversations are kept', async () => {
  const { calls } = reader;
  const { items } = (await calls.get('/mentor/suggestion')).body;
  expect(items[0]).toMatchObject({ book_id: expect.any(String), reason: expect.any(String) });
  const kept = (await calls.get('/mentor/conversations')).body.items;
  expect(kept.length).toBeGreaterThanOrEqual(1);
});

test('[MF-01] remotes are found at run time from a registry, each at an address with its version', async () => {
  const registry = await (await reader.request.get('/remotes.json')).json();
  const names = Object.keys(registry.remotes);
  for (const name of ['mf-library', 'mf-reader', 'mf-gamification', 'mf-mentor', 'mf-search'])
    expect(names).toContain(name);
  for (const name of names) {
    const { base, description } = registry.remotes[name].current;
    expect(base).toContain(description.version);
    expect(description.contract).toMatch(/^\d+\.\d+$/);
  }
});

test('[SV-01] every call of section 7 answers as specified, and is in the OpenAPI document', async ({
  request,
}) => {
  const account = await register(request);
  const calls = callsOf(request, account.token);
  const { body: openApi } = await calls.get('/openapi.json');
  const written = `POST /auth/register,POST /auth/login,POST /auth/logout,POST /auth/refresh,GET /auth/profile,PUT /auth/profile,POST /auth/change-password,POST /auth/reset-password,DELETE /auth/delete-account,GET /books,GET /books/{id},PATCH /books/{id},PUT /books/{id}/progress,POST /books/{id}/highlights,DELETE /highlights/{id},PUT /books/{id}/bookmark,POST /covers-enhanced/ensure,POST /notes/book/{bookId},PUT /notes/{id},DELETE /notes/{id},GET /notes,GET /notes/{bookId},POST /notes,GET /reading/sessions,POST /reading/session,POST /api/reading/sessions/start,POST /api/reading/sessions/{id}/end,GET /api/gamification/stats,GET /api/gamification/achievements,GET /api/gamification/goals,POST /api/gamification/actions,POST /api/gamification/goals,PUT /api/gamification/goals/{id},HEAD /health`;
  const known = new Set(
    Object.entries(openApi.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace(/^\/v1/, '').replace(/\{\w+\}/g, '{}')}`,
      ),
    ),
  );
  const missing = written
    .split(',')
    .map((call) => call.replace(/\{\w+\}/g, '{}'))
    .filter((call) => !known.has(call) && !known.has(call.replace('HEAD', 'GET')));
  expect(missing).toEqual([]);
  expect((await request.head('/v1/health')).status()).toBe(200);
  const started = await reader.calls.post('/api/reading/sessions/start', {
    book_id: bookId,
    page: 1,
    position: null,
  });
  expect(started.body.id).toEqual(expect.any(String));
  const ended = await reader.calls.post(`/api/reading/sessions/${started.body.id}/end`, {
    end_page: 1,
    end_position: null,
    notes: null,
  });
  expect(ended.status).toBeLessThan(300);
});

test('[SV-02] embedded default: the database and the files work without any installation', async () => {
  expect((await reader.calls.get('/health')).status).toBe(200);
  expect((await reader.calls.get(`/books/${bookId}`)).body.title).toBe('Plain HTTP');
});

test('[SV-03] a reader sees and changes only their own things; password change, complete export, deletion that removes everything', async ({
  request,
}) => {
  const other = await register(request);
  const calls = callsOf(request, other.token);
  for (const path of [`/books/${bookId}`, `/books/${bookId}/progress`, `/notes/${bookId}`])
    expect((await calls.get(path)).status, path).toBe(404);
  expect((await calls.patch(`/books/${bookId}`, { title: 'Mine' })).status).toBe(404);
  const next = 'another long password';
  expect(
    (await calls.post('/auth/change-password', { currentPassword: other.password, newPassword: next }))
      .status,
  ).toBeLessThan(300);
  const { token } = (await calls.post('/auth/login', { email: other.email, password: next })).body;
  const again = callsOf(request, token);
  const zip = await request.get('/v1/export', { headers: { authorization: `Bearer ${token}` } });
  expect((await zip.body()).subarray(0, 2).toString()).toBe('PK');
  expect((await again.delete('/auth/delete-account', { password: next })).status).toBeLessThan(300);
  expect((await calls.post('/auth/login', { email: other.email, password: next })).status).toBe(401);
});

test('[BS-01] “Progress strictly between 0 and 100 gives paused. Otherwise unread”', async () => {
  const { calls } = reader;
  const book = (await upload(reader.request, reader.token, await makeEpub('Untouched'))).id;
  expect((await calls.get(`/books/${book}`)).body.status).toBe('unread');
  expect((await calls.patch(`/books/${book}`, { progress: 40, is_reading: false })).body.status).toBe(
    'paused',
  );
});

test('[BS-04] “reading = is_reading and not completed; completed; unread = not reading and not completed”', async () => {
  const { calls } = reader;
  await calls.patch(`/books/${bookId}`, { status: 'completed' });
  const { body } = await calls.get('/books?status=completed&limit=200&offset=0');
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([bookId]);
  expect(body.total).toBe(1);
});

test('[CO-01] “Collection: id, name, description, color, icon, bookIds”', async () => {
  const { calls } = reader;
  const id = crypto.randomUUID();
  const collection = {
    name: 'Evenings',
    description: 'By the fire',
    color: null,
    icon: null,
    bookIds: [bookId],
  };
  expect((await calls.put(`/collections/${id}`, collection)).body).toMatchObject({ id, ...collection });
  await calls.put(`/collections/${id}`, { ...collection, name: 'Mornings', bookIds: [] });
  expect((await calls.get('/collections')).body.items).toMatchObject([{ name: 'Mornings', bookIds: [] }]);
  await calls.delete(`/collections/${id}`);
  expect((await calls.get('/collections')).body.items).toEqual([]);
});

test('[DM-01] [F-28] entities carry the fields of section 3 with their aliases', async () => {
  const { calls } = reader;
  const { body: book } = await calls.get(`/books/${bookId}`);
  const fields =
    'id,title,author,description,genre,cover_url,cover_base,cover_source,isbn,isbn10,isbn13,current_page,progress,is_reading,completed,completed_at,status,last_opened,created_at';
  expect(Object.keys(book)).toEqual(expect.arrayContaining(fields.split(',')));
  expect((await calls.patch(`/books/${bookId}`, { isReading: true })).body.is_reading).toBe(true);
  const { body: profile } = await calls.get('/auth/profile');
  expect(Object.keys(profile)).toEqual(expect.arrayContaining(['id', 'name', 'email', 'avatar', 'roles']));
});

test('[PW-03] “Installable app”: the manifest with icons, shortcuts, file handlers for EPUB and PDF, and a share target', async () => {
  const manifest = await (await reader.request.get('/manifest.webmanifest')).json();
  expect(manifest.icons.length).toBeGreaterThan(0);
  expect(manifest.shortcuts.length).toBeGreaterThan(0);
  expect(JSON.stringify(manifest.file_handlers)).toMatch(/epub.*pdf/s);
  expect(manifest.share_target).toMatchObject({ method: 'POST' });
  expect((await reader.request.get('/sw.js')).status()).toBe(200);
});
