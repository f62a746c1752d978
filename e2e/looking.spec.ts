/** Looking something up is not reading: the reading position stays, with a way back to it. */
import { newAccount, newDevice, register, signIn, upload, withConsent } from './support/account.ts';
import { makeEpub, sentence } from './support/books.ts';
import { chapterFrame, placeShown, pressInBar, untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('[F-01] [RD-05] [GS-05] looking something up is not reading: status, place and progress stay, and “Back to page N” stays after a reload and on another device', async ({
  page,
  context,
  request,
  browser,
}) => {
  await withConsent(context);
  const account = await register(request, newAccount());
  const { id } = await upload(request, account.token, await makeEpub('A Book to Look Into'));
  await signIn(page, account);
  const answerTo = async (path: string) =>
    (await request.get(`/v1${path}`, { headers: { authorization: `Bearer ${account.token}` } })).json();
  const readTo = async (): Promise<number> => (await answerTo(`/books/${id}/progress`))?.current_page ?? 0;
  const untouched = await answerTo(`/books/${id}`);

  await test.step('text inside a book is found from another page and opens at the passage, which leaves an unread book unread', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('"the road chapter, line 20"');
    await page.getByRole('group', { name: 'Inside your books' }).getByRole('option').first().click();
    await untilOpen(page);
    await expect(chapterFrame(page).getByText(sentence(2, 20))).toBeInViewport();
    await page.goto('/library');
    await expect(page.getByRole('main').getByText('A Book to Look Into').first()).toBeVisible();
    expect(await readTo()).toBe(0);
    const { status, progress, last_opened } = await answerTo(`/books/${id}`);
    expect({ status, progress, last_opened }).toEqual({
      status: untouched.status,
      progress: untouched.progress,
      last_opened: untouched.last_opened,
    });
  });

  const open = async (on = page) => {
    await on.goto(`/read/${id}`);
    await untilOpen(on);
  };
  await open();
  await page.keyboard.press('ArrowRight');
  await expect.poll(readTo).toBeGreaterThan(1);
  const home = await readTo();
  const back = (on = page) => on.getByRole('button', { name: `Back to page ${home}` }).first();

  await test.step('a chapter of the table of contents is only visited until the reader reads on there', async () => {
    await pressInBar(page, 'Contents, bookmarks and notes');
    await page.getByRole('button', { name: /The Road/ }).click();
    await expect(back()).toBeAttached();
    expect(await readTo()).toBe(home);
    await page.keyboard.press('Escape');
    const looked = (await placeShown(page)).page;
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      expect((await placeShown(page)).page).toBeGreaterThan(looked);
    }).toPass();
    await expect.poll(readTo).toBeGreaterThan(home);
  });

  await test.step('the way back is still offered after a reload and on another device, until it is used', async () => {
    await open();
    await expect(back()).toBeAttached();
    const other = await newDevice(browser);
    await signIn(other, account);
    await open(other);
    await back(other).click();
    await expect.poll(readTo).toBe(home);
    await expect.poll(async () => (await placeShown(other)).page).toBe(home);
    await expect(back(other)).toHaveCount(0);
    await other.context().close();
    await open();
    await expect(back()).toHaveCount(0);
  });
});
