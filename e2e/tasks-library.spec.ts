/** Frequent tasks in the library, by the number of clicks that they take. */
import type { Locator } from '@playwright/test';
import { newAccount, register, signIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { untilSettled } from './support/pages.ts';
import { untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

/** Clicks, and counts the clicks. */
function clicker() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    count: () => clicks,
  };
}

test('[U-19] three clicks upload a book and begin to read it', async ({ page, request, context }) => {
  await withConsent(context);
  await signIn(page, await register(request));
  await page.goto('/library');
  const reader = clicker();
  await reader.click(page.getByRole('main').getByRole('link', { name: 'Upload Your First Book' }));
  const chooser = page.waitForEvent('filechooser');
  await reader.click(page.getByRole('button', { name: 'Choose Files' }));
  await (await chooser).setFiles(await makeEpub('Lamps'));
  await reader.click(page.getByRole('link', { name: 'Read', exact: true }));
  await untilOpen(page);
  expect(reader.count()).toBe(3);
});

test('[U-25] six clicks and a name put three books into a new collection, and Undo takes it back', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const account = await register(request);
  for (const title of ['Lamps', 'Windows', 'Roads'])
    await upload(request, account.token, await makeEpub(title));
  await signIn(page, account);
  await page.goto('/library');
  const shelf = page.getByRole('list', { name: 'Your books' });
  const reader = clicker();
  await reader.click(page.getByRole('button', { name: 'Choose several' }));
  for (const name of [/Lamps/, /Windows/, /Roads/]) await reader.click(shelf.getByRole('checkbox', { name }));
  await reader.click(page.getByRole('button', { name: 'Add to Collection' }));
  await page.getByLabel('New collection').fill('Winter reading');
  await reader.click(page.getByRole('button', { name: 'Create', exact: true }));
  await expect(page.getByText('Added to “Winter reading”.')).toBeVisible();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  expect(reader.count()).toBe(6);
  await expect(page.getByRole('tab', { name: /^Collections/ })).toContainText('1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('tab', { name: /^Collections/ })).toContainText('0');
});

for (const [name, width, height, at] of [
  ['desktop', 1440, 900, 320],
  ['phone', 390, 844, 300],
] as const) {
  test(`[U-19] on a ${name} the first cover begins at ${at} px, and messages stand above the bar of the selection [U-09]`, async ({
    page,
    request,
    context,
  }) => {
    await page.setViewportSize({ width, height });
    await withConsent(context);
    const account = await register(request);
    await upload(request, account.token, await makeEpub('Lamps'));
    await signIn(page, account);
    await page.goto('/library');
    const first = page.locator('[data-book-id]').first();
    await untilSettled(page);
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(at);
    // A message that stays, since it has an action and no end.
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Dear reader'], 'letter.txt'));
      return data;
    });
    await first.dispatchEvent('drop', { dataTransfer: dropped });
    const message = page.getByRole('region', { name: 'Messages' }).getByText(/neither EPUB nor PDF/);
    await page.getByRole('button', { name: 'Choose several' }).click();
    const bar = page.getByRole('toolbar');
    await expect(message).toBeVisible();
    const [below, above] = [await bar.boundingBox(), await message.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await expect(bar.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
  });
}

const word = 'Rindfleischetikettierung'.repeat(4).slice(0, 80);
const sentence = 'A very long name '.repeat(20).slice(0, 190);

for (const width of [1440, 390]) {
  test(`[U-18] long names stay inside their boxes at ${width} px`, async ({ page, request, context }) => {
    await page.setViewportSize({ width, height: 900 });
    await withConsent(context);
    const account = await register(request, { ...newAccount(), name: `${word} ${sentence}`.slice(0, 200) });
    const headers = { authorization: `Bearer ${account.token}` };
    const send = async (method: 'patch' | 'put' | 'post', path: string, data: object) =>
      expect((await request[method](`/v1${path}`, { headers, data })).ok()).toBe(true);
    for (const long of [word, sentence]) {
      const { id } = await upload(request, account.token, await makeEpub(long.slice(0, 20)));
      await send('patch', `/books/${id}`, {
        title: long,
        author: long,
        series: long,
        genre: long.slice(0, 100),
      });
      await send('put', `/collections/${crypto.randomUUID()}`, {
        ...{ name: long, description: long, color: 'moss', icon: 'book', rule: null, bookIds: [id] },
      });
      for (const type of ['note', 'review'])
        await send('post', `/notes/book/${id}`, { content: long, type, tags: [long.slice(0, 50)] });
    }
    await signIn(page, account);
    const bookId = (await (await request.get('/v1/books', { headers })).json()).items[0].id;
    const found: string[] = [];
    for (const path of [
      ...[
        '/dashboard',
        '/library',
        '/library?tab=reading',
        '/collections',
        '/notes',
        `/books/${bookId}`,
        '/profile',
      ],
    ]) {
      await page.goto(path);
      await untilSettled(page);
      found.push(...(await page.evaluate(burst, path)));
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('long');
    await expect(page.getByRole('option').first()).toBeVisible();
    found.push(...(await page.evaluate(burst, 'search')));
    await page.goto(`/read/${bookId}`);
    await untilOpen(page);
    found.push(...(await page.evaluate(burst, 'reader')));
    expect(found).toEqual([]);
  });
}

/** The texts in the page that run past the window or out of a box that scrolls nowhere. */
function burst(where: string): string[] {
  const { clientWidth } = document.documentElement;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!/Rindfleisch|very long/.test(node.textContent ?? '') || !node.parentElement) continue;
    let clipped = false;
    for (let box: Element | null = node.parentElement; box && box !== document.body; box = box.parentElement)
      clipped ||=
        getComputedStyle(box).overflowX !== 'visible' && box.getBoundingClientRect().right <= clientWidth;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right } = range.getBoundingClientRect();
    if (!clipped && right > clientWidth)
      found.push(`${where}: ${node.textContent?.slice(0, 20)} ends at ${right}`);
  }
  return found;
}
