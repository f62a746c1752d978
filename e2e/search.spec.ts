import { register, signIn, upload, withConsent } from './support/account.ts';
import { makeBook, makeEpub, makePdf } from './support/books.ts';
import { download, untilRemotesKept } from './support/offline.ts';
import { chapterFrame, painted, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test.beforeEach(({ context }) => withConsent(context));

test('[F-15] words with soft hyphens and ligatures are found, and highlighted on the page', async ({
  page,
  request,
}) => {
  const account = await register(request);
  const filler = '<p>Nothing of interest is said here, and it is said at some length.</p>'.repeat(60);
  const epub = await makeBook({
    title: 'The Airship',
    spine: [
      {
        path: 'one.xhtml',
        title: 'One',
        body: `${filler}<p>A zeppe&#173;lin passed.</p>${filler}<p>A ﬁddler played.</p>${filler}`,
      },
    ],
  });
  const book = await upload(request, account.token, epub);
  const paper = await upload(request, account.token, makePdf('The ﬁddler on the roof'));
  await signIn(page, account);
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  await page.keyboard.press('Control+f');
  const panel = page.getByRole('complementary', { name: 'About this book' });
  for (const [typed, written] of [
    ['zeppelin', 'zeppe\u00adlin'],
    ['fiddler', 'ﬁddler'],
  ] as const)
    await test.step(`${typed} is found in the EPUB`, async () => {
      await panel.getByRole('searchbox').fill(typed);
      const hit = panel.getByRole('list', { name: 'Search results' }).getByRole('button');
      await expect(hit.locator('mark')).toHaveText([written]);
      // The highlighted quotation begins with the word. It fades after two seconds.
      await expect(async () => {
        await hit.first().click();
        await expect(chapterFrame(page).getByText(written)).toBeInViewport();
        expect((await painted(page, 'flash'))[0]?.startsWith(written)).toBe(true);
      }).toPass();
    });
  await test.step('fiddler is found in the PDF', async () => {
    await page.goto(`/read/${paper.id}`);
    await expect(page.locator('.page canvas').first()).toBeVisible();
    await page.keyboard.press('Control+f');
    await panel.getByRole('searchbox').fill('FIDDLER on');
    await expect(panel.getByText('1 of 1 match', { exact: true })).toBeVisible();
    await expect(page.locator('.textLayer .highlight')).toHaveText(/^(ﬁ|fi)ddler on$/);
    await expect(panel.getByRole('list', { name: 'Search results' }).getByRole('button')).toHaveCount(1);
  });
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[GS-05] the downloaded books are searched offline', async ({ page, request, context }) => {
    const account = await register(request);
    const book = await upload(request, account.token, await makeEpub());
    await signIn(page, account);
    await page.goto('/library');
    const menu = page.getByRole('button', { name: `More about ${book.title}` }).first();
    await download(page, book.title);
    // The app and the book are cached completely.
    await untilRemotesKept(page);
    await menu.click();
    await expect(page.getByRole('menuitem', { name: /Remove/ })).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('road chapter line 17 tells');
    await expect(
      page.getByRole('group', { name: 'Inside your books' }).getByRole('option').first(),
    ).toBeVisible();
    await expect(page.getByText('Offline: the text of your downloaded books is searched.')).toBeVisible();
  });
});

test('[ME-01] the mentor quotes a book of the reader’s own, and the source opens in the reader', {
  tag: '@every-run',
}, async ({ page, request }) => {
  const account = await register(request);
  await upload(request, account.token, await makeEpub());
  await signIn(page, account);
  await page.goto('/mentor');
  await page.getByRole('textbox', { name: 'Ask about your books' }).fill('Who turned the page slowly?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.locator('blockquote mark').first()).toBeVisible();
  // On a phone the composer stays visible while the answer is read.
  await page.setViewportSize({ width: 390, height: 560 });
  await page.getByRole('heading', { name: 'Your mentor' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('textbox', { name: 'Ask about your books' })).toBeInViewport({ ratio: 1 });
  await page
    .getByRole('link', { name: /^Open in the book/ })
    .first()
    .click();
  await untilOpen(page);
  await expect(
    chapterFrame(page)
      .getByText(/turned the page slowly/)
      .first(),
  ).toBeAttached();
});

test('[ME-01] quotations are numbered in the order shown, the collapsed ones last, also when the conversation is opened again', async ({
  page,
  request,
}) => {
  const account = await register(request);
  const book = await upload(request, account.token, await makeEpub());
  const left = await request.put(`/v1/books/${book.id}/progress`, {
    headers: { authorization: `Bearer ${account.token}` },
    data: {
      ...{ current_page: 3, total_pages: 9, percentage: 34, updated_at: new Date().toISOString() },
      position: { spine_index: 1, fraction: 0 },
    },
  });
  expect(left.status()).toBe(200);
  await signIn(page, account);
  await page.goto('/mentor');
  await page
    .getByRole('textbox', { name: 'Ask about your books' })
    .fill('Who turned the page slowly in the window?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save as note' })).toBeVisible();
  const numbers = page.locator('sup a');
  const furtherOn = page.getByText(/^\d+ passages? lies? further on$/);
  const expectInOrder = async () => {
    await expect(furtherOn).toHaveCount(1);
    const shown = await numbers.allTextContents();
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(shown.map((_, at) => String(at + 1)));
  };
  await expectInOrder();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Save as note' })).toBeVisible();
  await expectInOrder();
});
