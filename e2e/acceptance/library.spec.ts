/** Section 2, the library screen; section 4, statuses; section 9, library and layout. */
import { readFileSync } from 'node:fs';
import { upload } from '../support/account.ts';
import { makeEpub } from '../support/books.ts';
import { makePdf } from '../support/pdfFiles.ts';
import { expect, newReader, sharedReader, test } from './support.ts';

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

const books: Record<string, string> = {};
const reader = sharedReader(async ({ request, token, calls, page }) => {
  for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta'])
    books[title] = (await upload(request, token, await makeEpub(title, `Author of ${title}`))).id;
  await calls.patch(`/books/${books.Beta}`, { status: 'completed' });
  await calls.patch(`/books/${books.Gamma}`, { status: 'reading' });
  await page.goto('/library');
});

const tile = (title: string) => reader.page.locator('[data-book-id]', { hasText: title }).last();
const chip = (name: RegExp) => reader.page.getByRole('main').getByRole('button', { name }).first();

test('[LB-01] “Header card: greeting, counts of Books and Reading, a Grid/List view toggle”', async () => {
  const { page, name } = reader;
  await page.goto('/library');
  const main = page.getByRole('main');
  await expect(main.locator('header')).toContainText(name.split(' ')[0] ?? '');
  await expect(main.locator('dl')).toContainText(/Books\s*7/);
  await expect(main.locator('dl')).toContainText(/Reading\s*1/);
  for (const view of ['List', 'Grid']) await main.getByRole('button', { name: view, exact: true }).click();
});

test('[LB-03] “Clicking one scrolls to that book and highlights it for 2 seconds; if the book is not visible under the current filter, the filter is reset to all”', async () => {
  const { page } = reader;
  await page.goto('/library');
  const strip = page.getByRole('region', { name: 'Recently Added' });
  await expect(strip.getByRole('button')).toHaveCount(6);
  await expect(strip.getByRole('button').first()).toContainText('Eta');
  await chip(/^Completed/).click();
  await expect(page.locator('[data-book-id]')).toHaveCount(1);
  await strip.getByRole('button', { name: /Delta/ }).click();
  await expect(tile('Delta')).toBeInViewport();
  await expect(page.locator('[data-highlighted]')).toHaveCount(1);
  await expect(page.locator('[data-highlighted]')).toHaveCount(0);
  await expect(page.locator('[data-book-id]')).toHaveCount(7);
});

test('[LB-04] [BS-04] “Filter chips: All Books, Currently Reading, Completed, Unread, each with a count”', async () => {
  const { page } = reader;
  await page.goto('/library');
  for (const [name, count] of [
    ['Currently Reading', 1],
    ['Completed', 1],
    ['Unread', 5],
    ['All Books', 7],
  ] as const) {
    await chip(new RegExp(`^${name}`)).click();
    await expect(chip(new RegExp(`^${name}`))).toContainText(String(count));
    await expect(page.locator('[data-book-id]')).toHaveCount(count);
  }
});

test('[LB-06] “No books in your library yet with an Upload Your First Book button; an error state with Try Again”', async ({
  browser,
}) => {
  const { page } = await newReader(browser);
  await page.route('**/v1/books?**', (route) => route.abort());
  await page.goto('/library');
  await expect(page.getByText('Failed to load your library')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Oops! Something went wrong')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No books in your library yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload Your First Book' })).toBeVisible();
  await page.context().close();
});

test('[LB-07] “A floating add button to /upload. Clicking a book opens /read/{id}”', async () => {
  const { page } = reader;
  await page.goto('/library');
  await tile('Alpha').getByRole('link').first().click();
  await page.waitForURL(`**/read/${books.Alpha}`);
  await page.goto('/library');
  await page.getByRole('main').getByRole('link', { name: 'Upload Books' }).last().click();
  await page.waitForURL('**/upload');
});

test('[LB-08] “Book menu: Start Reading Session, Pause, Resume, End Session, Open Book, Mark as Completed, Add to Collection. A stop button appears on books being read”', async () => {
  const { page } = reader;
  await page.goto('/library');
  const choose = async (item: string) => {
    await tile('Zeta').hover();
    await page.getByRole('button', { name: 'More about Zeta' }).last().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Start Reading Session');
  await expect(page.getByRole('button', { name: 'Stop reading Zeta' })).toBeVisible();
  await choose('Pause');
  await choose('Resume');
  await choose('End Session');
  await choose('Add to Collection');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await choose('Mark as Completed');
  await expect(chip(/^Completed/)).toContainText('2');
  await choose('Open Book');
  await page.waitForURL(`**/read/${books.Zeta}`);
});

test('[LB-09] “Cover sizes: thumbnail 64x96, small 96x144, medium 192x288, large 256x384. A cover load failure shows a generated fallback cover. AI-generated badge”', async () => {
  const { page, calls, request } = reader;
  const book = (await calls.get(`/books/${books.Alpha}`)).body;
  expect(book.cover_source).toBe('generated');
  for (const [size, width, height] of [
    ['thumbnail', 64, 96],
    ['small', 96, 144],
    ['medium', 192, 288],
    ['large', 256, 384],
  ] as const) {
    const answer = await request.get(`${book.cover_base}/${size}.webp`);
    expect(answer.status()).toBe(200);
    const bytes = [...(await answer.body())];
    const shown = await page.evaluate(async (all) => {
      const { width: w, height: h } = await createImageBitmap(new Blob([new Uint8Array(all)]));
      return [w, h];
    }, bytes);
    expect(shown, size).toEqual([width, height]);
  }
  const ensured = await calls.post('/covers-enhanced/ensure', { bookId: books.Alpha, title: 'Alpha' });
  expect(ensured.body).toMatchObject({ cover_url: expect.any(String), cover_base: expect.any(String) });
  await page.route('**/cover/**', (route) => route.abort());
  await page.goto('/library');
  await expect(tile('Alpha')).toContainText('Alpha');
  await expect(page.getByText('AI-generated').first()).toBeAttached();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[LB-10] “Library fetch limit 200 per request … and pages with offset”', async ({ browser }) => {
  const { page, calls } = await newReader(browser);
  for (const part of [0, 1]) {
    const items = Array.from({ length: 105 }, (_, n) => ({
      title: `Book ${part * 105 + n}`,
      author: 'A',
      status: 'unread',
    }));
    await calls.post('/books/import', { items });
  }
  const offsets: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/v1/books')
      offsets.push(`${url.searchParams.get('limit')} from ${url.searchParams.get('offset') ?? 0}`);
  });
  await page.goto('/library');
  await expect(page.getByRole('main').locator('dl')).toContainText(/Books\s*210/);
  expect(offsets).toContain('200 from 200');
  await page.context().close();
});

test('[LB-12] “Other tabs show the reading page, enhanced statistics, collections and notes sub-pages”', async () => {
  const { page } = reader;
  await page.goto('/library');
  for (const name of ['Reading', 'Statistics', 'Collections', 'Notes', 'Library']) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expect(page.getByRole('tabpanel').getByText(/\w/).first()).toBeVisible();
  }
});

test('[UP-02] “The navigation badge shows the pending uploads count”: an upload made offline is kept and sent later', async () => {
  const { page } = reader;
  await page.goto('/upload');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByLabel('Choose Files').setInputFiles(await makeEpub('Kappa'));
  await expect(page.getByRole('link', { name: /^Upload Books/ }).first()).toContainText('1');
  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: /^Read/ }).first()).toBeVisible();
});

test('[NT-01] [NT-02] notes: “content, type (default note), page, position, color, tags”; “A note page number is parsed as an integer”', async () => {
  const { calls } = reader;
  const made = (await calls.post(`/notes/book/${books.Alpha}`, { content: 'First', tags: ['sea'], page: 3 }))
    .body;
  expect(made).toMatchObject({
    content: 'First',
    type: 'note',
    page: 3,
    tags: ['sea'],
    book_id: books.Alpha,
  });
  expect((await calls.put(`/notes/${made.id}`, { content: 'Second' })).body.content).toBe('Second');
  expect((await calls.get(`/notes/${books.Alpha}`)).body.items).toHaveLength(1);
  await calls.delete(`/notes/${made.id}`);
  expect((await calls.get(`/notes/${books.Alpha}`)).body.items).toEqual([]);
});

test('[NT-03] [F-27] “The navigation badge shows the unread notes count”, without a reload', async ({
  browser,
  request,
}) => {
  const { page, calls, email, password } = await newReader(browser);
  await page.clock.install();
  await page.goto('/dashboard');
  const link = page.getByRole('link', { name: /^Notes/ }).first();
  await expect(link).toBeVisible();
  await expect(link).not.toContainText(/\d/);
  const { token } = await (await request.post('/v1/auth/login', { data: { email, password } })).json();
  await request.post('/v1/notes', {
    headers: { authorization: `Bearer ${token}` },
    data: { content: 'Written on the telephone' },
  });
  await calls.get('/notes');
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(link).toContainText('1', { timeout: 500 });
  }).toPass();
  await page.context().close();
});

test('[LB-02] “Tab bar: Library, Reading, Statistics, Collections, Notes. Each tab has a badge count, displayed as 99+ above 99”', async ({
  browser,
}) => {
  const { page, calls, request, token } = await newReader(browser);
  const { id } = await upload(request, token, await makeEpub('Counted'));
  await calls.patch(`/books/${id}`, { status: 'reading' });
  const collection = { name: 'One', description: '', color: 'blue', icon: 'book', bookIds: [] };
  expect((await calls.put(`/collections/${crypto.randomUUID()}`, collection)).status).toBeLessThan(300);
  const ended = Date.now() - 60_000;
  await calls.post('/reading/session', {
    book_id: id,
    started_at: new Date(ended - 600_000).toISOString(),
    ended_at: new Date(ended).toISOString(),
    seconds: 600,
    pages_read: 5,
    by_hand: true,
  });
  for (let n = 0; n < 100; n += 1) await calls.post('/notes', { content: `Note ${n}` });
  await page.goto('/library');
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
  for (const name of ['Library', 'Reading', 'Statistics', 'Collections'])
    await expect(tab(name)).toHaveText(`${name}1`);
  await expect(tab('Notes')).toHaveText('Notes99+');
  await page.context().close();
});

test('[LB-05] “Grid item minimum widths 150/180/200 depending on container width. Row height 320 (compact 280), list row 120. Virtualization overscan 2 rows”', async ({
  browser,
}) => {
  const { page, calls } = await newReader(browser);
  const items = Array.from({ length: 200 }, (_, n) => ({
    title: `Book ${n}`,
    author: 'A',
    status: 'unread',
  }));
  await calls.post('/books/import', { items });
  await page.goto('/library');
  const tiles = page.getByRole('main').locator('[data-book-id]');
  const starts = () =>
    tiles.evaluateAll((all) =>
      all.map((one) => {
        const { left, top } = one.getBoundingClientRect();
        return [Math.round(left), Math.round(top)] as const;
      }),
    );
  /** Distance between the first two distinct start positions. */
  const step = (values: number[]) => {
    const [first = 0, second = 0] = [...new Set(values)].sort((a, b) => a - b);
    return second - first;
  };
  for (const [width, least, row] of [
    [500, 150, 280],
    [760, 180, 320],
    [1400, 200, 320],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(async () => step((await starts()).map(([, top]) => top)), { message: `rows at ${width} px` })
      .toBe(row);
    const columns = step((await starts()).map(([left]) => left));
    expect(columns, `columns at ${width} px`).toBeGreaterThanOrEqual(least);
    expect(columns, `columns at ${width} px`).toBeLessThan(2 * least);
  }
  expect(await tiles.count()).toBeLessThan(80);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect.poll(async () => step((await starts()).map(([, top]) => top))).toBe(120);
  // The rows that fit into a height of 800, and two rows above and below.
  expect(await tiles.count()).toBeLessThanOrEqual(Math.ceil(800 / 120) + 1 + 4);
  await page.context().close();
});

test('[LB-11] “Sort order of statuses: reading, paused, unread, completed; ties by higher progress, then title”', async ({
  browser,
}) => {
  const { page, calls } = await newReader(browser);
  const items = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel'].map((title) => ({
    title,
    author: 'A',
    status: 'unread',
  }));
  await calls.post('/books/import', { items });
  const known = Object.fromEntries(
    (await calls.get('/books?limit=200')).body.items.map((book: { id: string; title: string }) => [
      book.title,
      book.id,
    ]),
  );
  await calls.patch(`/books/${known.Ash}`, { status: 'completed' });
  await calls.patch(`/books/${known.Birch}`, { status: 'paused', progress: 20 });
  await calls.patch(`/books/${known.Cedar}`, { status: 'paused', progress: 60 });
  await calls.patch(`/books/${known.Hazel}`, { status: 'reading' });
  await page.goto('/library');
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .locator('[data-book-id]')
        .evaluateAll((all) =>
          all.map((one) => /Ash|Birch|Cedar|Elm|Fir|Hazel/.exec(one.textContent ?? '')?.[0]),
        ),
    )
    .toEqual(['Hazel', 'Cedar', 'Birch', 'Elm', 'Fir', 'Ash']);
  await page.context().close();
});

test('[UP-01] “Upload books (PDF and EPUB are supported)”: several at once, by picker and by drop, with progress, cancel, retry and a clear error', async ({
  browser,
}) => {
  const { page } = await newReader(browser);
  await page.goto('/upload');
  const choose = page.getByLabel('Choose Files');
  await choose.setInputFiles([await makeEpub('Theta'), makePdf('iota', [{ words: [] }])]);
  for (let books = 0; books < 2; books += 1)
    await expect(page.getByRole('main').getByRole('link', { name: /^Read/ }).nth(books)).toBeVisible();
  await choose.setInputFiles({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('Dear reader'),
  });
  await expect(page.getByText(/doesn’t read this kind of file/).first()).toBeVisible();

  await page.route('**/v1/uploads**', (route) => route.abort());
  const file = readFileSync(await makeEpub('Kappa')).toString('base64');
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
    data.items.add(new File([bytes], 'kappa.epub', { type: 'application/epub+zip' }));
    return data;
  }, file);
  const zone = page.getByText('Drop books here').first();
  for (const event of ['dragenter', 'dragover', 'drop'])
    await zone.dispatchEvent(event, { dataTransfer: dropped });
  await expect(page.getByRole('progressbar', { name: /kappa\.epub/ })).toBeVisible();
  await page.getByRole('button', { name: 'Pause kappa.epub' }).click();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Resume kappa.epub' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /^Read/ }).nth(2)).toBeVisible();

  await page.route('**/v1/uploads**', (route) => route.abort());
  await choose.setInputFiles(await makeEpub('Lambda'));
  await page.getByRole('button', { name: /^Cancel / }).click();
  await expect(page.getByRole('button', { name: /^Cancel / })).toHaveCount(0);
  await page.context().close();
});
