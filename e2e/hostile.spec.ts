/** Hostile files and hostile texts have no effect in a real browser. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Page } from '@playwright/test';
import { register, signIn, upload, withConsent } from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { makeEpub, realBooks } from './support/books.ts';
import { hostileChapter, hostilePdf, markup } from './support/hostileBooks.ts';
import { goWithin, leave, untilSettled } from './support/pages.ts';
import { chapterFrame, withBars } from './support/reader.ts';
import { expect, test } from './support/test.ts';
import { watch } from './support/watch.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const traces = (page: Page) =>
  page.evaluate(() => [
    localStorage.getItem('run'),
    localStorage.getItem('pwned'),
    localStorage.getItem('heard'),
  ]);
const nothing = [null, null, null];

test('[RD-06, AF-06, AF-07, AF-08, AF-09] an unsanitized chapter can neither run code, send requests, forge a message nor draw outside its frame', {
  tag: '@every-run',
}, async ({ browser, request, baseURL }) => {
  // Without a service worker the test can replace the chapter in transit: the server would have sanitized it.
  const context = await withConsent(await browser.newContext());
  const page = await context.newPage();
  const account = await register(request);
  const book = await upload(request, account.token, await makeEpub());
  await signIn(page, account);
  await page.goto('/dashboard');
  await untilSettled(page);
  const { left, opened } = watch(context, page, new URL(baseURL ?? '').origin);
  await page.evaluate(() => {
    for (const name of ['message', 'bookUpdated'])
      addEventListener(name, (event) => localStorage.setItem('heard', `${name} ${String(event)}`));
  });
  await page.route('**/content/**/*.xhtml', (route) =>
    route.fulfill({
      headers: { ...fromServer, 'content-type': 'application/xhtml+xml; charset=utf-8' },
      body: hostileChapter,
    }),
  );
  await page.getByRole('link', { name: 'Library' }).first().click();
  await page.getByRole('main').getByRole('link', { name: book.title }).last().click();
  const chapter = chapterFrame(page);
  await expect(chapter.getByText('Nothing of this may run.')).toBeAttached();

  await test.step('a fake sign-in stays in its frame, and the reader’s bar stays above it', async () => {
    await expect(chapter.getByRole('heading', { name: 'Sign in to Lectern' })).toBeVisible();
    const back = page.getByRole('link', { name: 'Back to the library' });
    await withBars(page, async (options) => {
      await expect(back).toBeVisible(options);
      const box = await back.boundingBox(options);
      if (!box) throw new Error('The way back is not on screen.');
      const onTop = await page.evaluate(
        ([x, y]) => document.elementFromPoint(x, y)?.closest('a')?.getAttribute('href') ?? null,
        [box.x + box.width / 2, box.y + box.height / 2] as const,
      );
      expect(onTop).toBe('/library');
    });
    await chapter.locator('#secret').fill('my password');
    await chapter.locator('#send').click();
    await chapter.locator('#sign-in').evaluate((form) => form.remove());
  });

  await test.step('links need a confirmation, or do nothing', async () => {
    await chapter.locator('#js').click();
    await chapter.locator('#out').click();
    await expect(page.getByText('https://tracker.invalid/link')).toBeVisible();
    await page.getByRole('button', { name: 'Stay here' }).click();
  });

  await expect(chapter.getByText('Nothing of this may run.')).toBeVisible();
  expect(await traces(page)).toEqual(nothing);
  expect(new URL(page.url()).pathname).toBe(`/read/${book.id}`);
  expect(await page.title()).not.toBe('run');
  expect(left).toEqual([]);
  expect(opened).toEqual([]);
  await context.close();
});

test('[AF-11] a PDF full of actions and code is only displayed', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await withConsent(context);
  const account = await register(request);
  const answer = await request.post('/v1/books', {
    headers: { authorization: `Bearer ${account.token}` },
    multipart: { file: { name: 'trap.pdf', mimeType: 'application/pdf', buffer: hostilePdf() } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const book: Book = await answer.json();
  await signIn(page, account);
  const { left, opened } = watch(context, page, new URL(baseURL ?? '').origin);
  await page.goto(`/read/${book.id}`);
  await expect(page.locator('.textLayer').getByText('Inert words of a trapped file.')).toBeVisible();
  const links = page.locator('.annotationLayer a');
  // They are drawn after the text. Those with code or a program are no links.
  await expect(links).toHaveCount(1);
  for (const link of await links.all()) {
    const href = (await link.getAttribute('href')) ?? '';
    expect(href).toMatch(/^(?:$|#|https:)/);
    await link.click({ force: true });
    const stay = page.getByRole('button', { name: 'Stay here' });
    if (href.startsWith('https:')) {
      await expect(page.getByText('https://tracker.invalid/link')).toBeVisible();
      await stay.click();
    }
    await expect(stay).toHaveCount(0);
  }
  expect(await traces(page)).toEqual(nothing);
  expect(new URL(page.url()).pathname).toBe(`/read/${book.id}`);
  expect(left).toEqual([]);
  expect(opened).toEqual([]);
});

test('[AF-06, AF-07, AF-08, AF-10, AF-11, AF-12] every hostile file is rejected with a message, or opens and is harmless', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  if (!realBooks) {
    console.log('This test needs ../shared/books, which does not exist.');
    return;
  }
  await withConsent(context);
  const account = await register(request);
  const headers = { authorization: `Bearer ${account.token}` };
  await signIn(page, account);
  const { left, opened } = watch(context, page, new URL(baseURL ?? '').origin);
  const uncaught: string[] = [];
  page.on('pageerror', (error) => uncaught.push(error.message));
  const folder = join(realBooks, 'hostile');
  await page.goto('/about');
  for (const name of readdirSync(folder)) {
    await test.step(name, async () => {
      const buffer = readFileSync(join(folder, name));
      const answer = await request.post('/v1/books', {
        headers,
        multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
        timeout: 120_000,
      });
      if (!answer.ok()) {
        expect([413, 415, 422], `${name}: ${answer.status()}`).toContain(answer.status());
        expect((await answer.json()).error).toMatch(/^[A-Z].*\.$/);
        return;
      }
      const book: Book = await answer.json();
      // By content, not by name.
      expect(book.format).toBe(buffer.subarray(0, 1_024).includes('%PDF') ? 'pdf' : 'epub');
      const manifest = await (await request.get(`/v1/books/${book.id}/manifest`, { headers })).json();
      for (const address of [manifest.file_url, manifest.format === 'pdf' ? manifest.content_url : null]) {
        if (address === null) continue;
        const file = await request.get(address, { headers: { range: 'bytes=0-0' } });
        expect(file.headers()['x-content-type-options'], name).toBe('nosniff');
        expect(file.headers()['content-security-policy'], name).toContain('sandbox');
        if (address === manifest.file_url)
          expect(file.headers()['content-disposition'], name).toMatch(/^attachment/);
      }
      await leave(page, `/read/${book.id}`, 'h1');
      // Text, a page, a password prompt, or an error message: never an endless spinner.
      const shown = page.locator('iframe >> visible=true').or(page.locator('.page canvas'));
      const said = page
        .getByText('There was an issue loading the book reader.')
        .or(page.getByLabel('Password'));
      await expect(shown.or(said).first()).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText('Opening the book…')).toHaveCount(0);
      expect(await traces(page), name).toEqual(nothing);
      expect(new URL(page.url()).pathname).toBe(`/read/${book.id}`);
      expect(left.splice(0), name).toEqual([]);
      expect(opened.splice(0), name).toEqual([]);
      expect(uncaught.splice(0), name).toEqual([]);
      await goWithin(page, '/about');
    });
  }
});

test('[AF-05] markup in titles, authors, descriptions, tags, collections and file names is displayed as text everywhere', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await withConsent(context);
  const account = await register(request);
  const headers = { authorization: `Bearer ${account.token}` };
  const book = await upload(request, account.token, await makeEpub('Plain'));
  const title = `T${markup}`;
  await request.patch(`/v1/books/${book.id}`, {
    headers,
    data: {
      title,
      author: `A${markup}`,
      description: `D${markup}`,
      genre: `G${markup}`,
      series: `S${markup}`,
    },
  });
  const note = await request.post(`/v1/notes/book/${book.id}`, {
    headers,
    data: { title: `N${markup}`, content: `C${markup}`, type: 'note', tags: [markup.slice(0, 40)] },
  });
  expect(note.ok(), await note.text()).toBe(true);
  const collection = await request.put(`/v1/collections/${crypto.randomUUID()}`, {
    headers,
    data: { name: `K${markup}`, description: `D${markup}`, color: null, icon: null, bookIds: [book.id] },
  });
  expect(collection.ok(), await collection.text()).toBe(true);
  await signIn(page, account);
  const { left, opened } = watch(context, page, new URL(baseURL ?? '').origin);
  const harmless = async () => {
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await traces(page)).toEqual(nothing);
    expect(left).toEqual([]);
    expect(opened).toEqual([]);
  };
  for (const [path, words] of [
    ['/library', title],
    ['/dashboard', title],
    ['/notes', `C${markup}`],
    ['/collections', `K${markup}`],
    [`/read/${book.id}`, title],
  ] as const) {
    if (path === '/library' || path.startsWith('/read')) await page.goto(path);
    else await goWithin(page, path);
    await expect(page.getByText(words).first(), path).toBeVisible();
    await harmless();
  }
  await goWithin(page, '/upload');
  await page.getByLabel('Choose Files').setInputFiles({
    name: `${markup.replaceAll('/', '')}.epub`,
    mimeType: 'application/epub+zip',
    buffer: Buffer.from('x'),
  });
  await expect(page.getByText(/onerror="localStorage\.run=1"/).first()).toBeVisible();
  await harmless();
  await goWithin(page, '/library');
  await expect(page.getByText(title).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog');
  await search.getByRole('combobox').fill('onerror');
  await expect(search.getByText(title).first()).toBeVisible();
  await harmless();
});
