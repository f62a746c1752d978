/** One reader with two devices that are open at the same time. */
import type { Page, Route } from '@playwright/test';
import { type Account, newDevice, register, signIn, signInByForm, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { signInWithBook } from './support/openBook.ts';
import { chapterFrame, painted, paragraphOnScreen, untilOpen } from './support/reader.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('[F-18] a highlight made on another device appears in the open book at once, without moving the text', async ({
  page,
  context,
  request,
  browser,
}) => {
  const { account, book } = await signInWithBook(page, context, request, await makeEpub());
  const listening = page.waitForResponse('**/v1/events');
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  await listening;
  const box = await steadyBox(await paragraphOnScreen(page));

  const other = await newDevice(browser);
  await signIn(other, account);
  await other.goto(`/read/${book.id}`);
  await untilOpen(other);
  const paragraph = await paragraphOnScreen(other);
  const marked = ((await paragraph.textContent()) ?? '').trim();
  const sent = other.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/highlights'),
  );
  await paragraph.click({ clickCount: 3 });
  await other.getByRole('button', { name: 'Green' }).click();
  await sent;

  // Polling would find it half a minute later.
  await expect.poll(() => painted(page, 'green')).toEqual([marked]);
  expect(await steadyBox(await paragraphOnScreen(page))).toEqual(box);
  await expect(chapterFrame(page).getByText(marked)).toBeInViewport();
  await other.context().close();
});

for (const [when, enter] of [
  [
    'a page is loading',
    async (page: Page, account: Account) => {
      await signIn(page, account);
      await page.goto('/dashboard');
    },
  ],
  ['the first page after a sign-in is loading', signInByForm],
] as const)
  test(`[F-18] [F-27] a note that another device writes while ${when} is counted without a reload`, async ({
    page,
    context,
    request,
  }) => {
    await withConsent(context);
    const account = await register(request);
    // The page's list is answered before the note is written, and arrives after it.
    const answerLate = async (route: Route) => {
      const response = await route.fetch();
      await request.post('/v1/notes', {
        headers: { authorization: `Bearer ${account.token}` },
        data: { content: 'Written on the phone' },
      });
      await route.fulfill({ response });
    };
    await page.route('**/v1/notes', answerLate, { times: 1 });
    await enter(page, account);
    await expect(page.getByRole('link', { name: /^Notes/ }).first()).toContainText('1 unread note');
  });
