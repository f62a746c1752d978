/** Sections 3, 6 and 7 by plain HTTP; the registry of remotes; the configuration. */
import { register, upload } from '../support/account.ts';
import { makeEpub } from '../support/books.ts';
import { changeRegistry } from '../support/fixtures.ts';
import { callsOf, expect, newReader, sharedReader, test, visitor } from './support.ts';

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

let bookId = '';
const reader = sharedReader(async ({ request, token }) => {
  bookId = (await upload(request, token, await makeEpub('Platform'))).id;
});

test('[CF-01] “Server configuration is required in production; an invalid URL gives a configuration error”', async ({
  browser,
}) => {
  const page = await visitor(browser);
  await page.route('**/login', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /(<meta name="lectern-server" content=")[^"]*/,
      '$1http://[broken',
    );
    return route.fulfill({ response: answer, body });
  });
  await page.goto('/login');
  await expect(page.getByText(/The address of the server is not valid|configur/i).first()).toBeVisible();
  await page.context().close();
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

test('[MF-02] [MF-03] a remote of another contract is refused with its page’s message; the shell and the others go on', async () => {
  const { page } = reader;
  const undo = await changeRegistry(page, ({ remotes }) => {
    const entry = remotes['mf-library'];
    if (entry) entry.current.description.contract = '0.9';
  });
  await page.goto('/library');
  await expect(page.getByText('Error loading Library. Please refresh.')).toBeVisible();
  await page.getByRole('link', { name: 'Mentor AI' }).first().click();
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  await undo();
  await page.goto('/library');
  await expect(page.getByRole('main').getByText('Platform').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[MF-04] the versions of a mix are named by the app', async () => {
  const { page, request } = reader;
  const registry = await (await request.get('/remotes.json')).json();
  await page.goto('/about');
  await expect(
    page.getByText(registry.remotes['mf-library'].current.description.version).first(),
  ).toBeAttached();
});

test('[MF-05] an override is taken only where the operator allows it', async ({ browser }) => {
  const { page } = await newReader(browser);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await page.addInitScript(() =>
    localStorage.setItem('lectern.overrides', JSON.stringify({ 'mf-library': 'http://127.0.0.1:9/' })),
  );
  await page.goto('/library');
  await expect(page.getByText('No books in your library yet')).toBeVisible();
  expect(asked.filter((url) => url.includes('127.0.0.1:9/'))).toEqual([]);
  await page.context().close();
});

test('[SV-01] every call of section 7 answers as written there, and is in the OpenAPI document', async ({
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

test('[SV-02] embedded default: the database and the files are there with nothing installed', async () => {
  expect((await reader.calls.get('/health')).status).toBe(200);
  expect((await reader.calls.get(`/books/${bookId}`)).body.title).toBe('Platform');
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

test('[DM-01] [F-28] entities carry the fields of section 3; the local keys of the token, the user, the theme and the session', async () => {
  const { page, calls } = reader;
  const { body: book } = await calls.get(`/books/${bookId}`);
  for (const field of 'id,title,author,description,genre,cover_url,cover_base,cover_source,isbn,isbn10,isbn13,current_page,progress,is_reading,completed,completed_at,status,last_opened,created_at'.split(
    ',',
  ))
    expect(Object.keys(book)).toContain(field);
  expect((await calls.patch(`/books/${bookId}`, { isReading: true })).body.is_reading).toBe(true);
  const { body: list } = await calls.get('/books?limit=200&offset=0');
  expect(list).toMatchObject({ items: [{ id: bookId }], total: 1 });
  const { body: profile } = await calls.get('/auth/profile');
  for (const field of ['id', 'name', 'email', 'avatar', 'roles'])
    expect(Object.keys(profile)).toContain(field);
  await page.goto('/library');
  await expect(page.getByRole('main').getByText('Platform').first()).toBeVisible();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /dark|light/i })
    .first()
    .click();
  const keys = await page.evaluate(() => Object.keys(localStorage));
  for (const key of ['lectern.token', 'lectern.user', 'lectern.theme', 'lectern.cookie_consent'])
    expect(keys).toContain(key);
});
