import { startServer } from '../tools/lib/processes/server.mjs';
import { newAccount, newDevice, signIn, signUp, withConsent } from './support/account.ts';
import { makeEpub, realBook } from './support/books.ts';
import { unsentWrites } from './support/offline.ts';
import { chapterFrame, painted, paragraphOnScreen, pressInBar, untilOpen } from './support/reader.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// With ../shared/books these are real books; otherwise, a generated EPUB is used for both.
const novel = realBook('epub', 'jane-austen_pride-and-prejudice.epub');
const paper = realBook('pdf', 'tracemonkey.pdf');

const pageLabel = /^Page \d+ of \d+$/;

test.describe('the main task', () => {
  test('[UP-01, LB-09, RD-01, RD-03, RD-05] uploads books, reads on, highlights and takes notes; after the server was killed, continues at the same sentence on another device', {
    tag: '@every-run',
  }, async ({ page, context, browser }) => {
    test.setTimeout(300_000);
    // A separate server, since it is killed during the test.
    const server = await startServer({ LECTERN_LOG: 'error' });
    const at = (path: string) => `${server.url}${path}`;
    await withConsent(context);
    const account = newAccount();
    const files = novel && paper ? [novel, paper] : [await makeEpub('Pride and Prejudice', 'Jane Austen')];
    let marked = '';
    let stood = '';

    try {
      await test.step('A new reader creates an account', () => signUp(page, account, server.url));

      await test.step('drops books on the upload page', async () => {
        await page.goto(at('/upload'));
        await page.getByLabel('Choose Files').setInputFiles(files);
        await expect(page.getByRole('link', { name: /^Read/ })).toHaveCount(files.length, {
          timeout: 120_000,
        });
      });

      await test.step('sees them in the library with title, author and cover', async () => {
        await page.goto(at('/library'));
        await expect(page.getByRole('link', { name: /Pride and Prejudice/ }).first()).toBeVisible();
        await expect(page.getByText('Jane Austen').first()).toBeVisible();
        if (paper) await expect(page.getByText(/^Trace-based Just-in-Time/).first()).toBeVisible();
        if (novel) {
          const cover = page.getByRole('list', { name: 'Your books' }).locator('img[src*="/cover/"]').first();
          await expect
            .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
            .toBeGreaterThan(60);
        }
      });

      await test.step('opens the novel, goes to a chapter and reads on', async () => {
        await page
          .getByRole('main')
          .getByRole('link', { name: /Pride and Prejudice/ })
          .last()
          .click();
        await untilOpen(page);
        await pressInBar(page, 'Contents, bookmarks and notes');
        const panel = page.getByRole('complementary', { name: 'About this book' });
        const entry = panel.getByRole('button', { name: novel ? /^XVIII/ : 'The Road' }).first();
        await entry.click();
        await expect(entry).toHaveAttribute('aria-current', 'location');
        await panel.getByRole('button', { name: 'Close' }).click();
        await expect(panel).toHaveCount(0);
        // The columns are laid out again in the space beside the panel.
        await steadyBox(page.locator('iframe >> visible=true'));
        const chapterStart = (await page.getByText(pageLabel).first().textContent()) ?? '';
        await page.keyboard.press('ArrowRight');
        await expect(page.getByText(pageLabel).first()).not.toHaveText(chapterStart);
      });

      await test.step('highlights a sentence and adds a note', async () => {
        const paragraph = await paragraphOnScreen(page);
        await paragraph.click({ clickCount: 3 });
        await page.getByRole('button', { name: 'Add note' }).click();
        await page.getByRole('textbox', { name: 'Note' }).fill('This is why I read.');
        await page.getByRole('button', { name: 'Done' }).click();
        await expect.poll(() => painted(page, 'yellow')).not.toEqual([]);
        marked = (await painted(page, 'yellow'))[0] ?? '';
        expect(marked.length).toBeGreaterThan(20);
      });

      await test.step('The server is killed, and the reader turns another page', async () => {
        await expect.poll(() => unsentWrites(page)).toBe(0);
        await server.kill('SIGKILL');
        const place = page.getByText(pageLabel).first();
        stood = (await place.textContent()) ?? '';
        await page.keyboard.press('ArrowRight');
        await expect(place).not.toHaveText(stood);
        await page.keyboard.press('ArrowLeft');
        await expect(place).toHaveText(stood);
        await server.restart();
      });

      await test.step('and closes the tab', async () => {
        await expect.poll(() => unsentWrites(page), { timeout: 45_000 }).toBe(0);
        await page.close();
      });

      await test.step('On another device the book opens at the same sentence, with the highlight and the note', async () => {
        const other = await newDevice(browser);
        await signIn(other, account, server.url);
        await other.goto(at('/library'));
        await other
          .getByRole('main')
          .getByRole('link', { name: /Pride and Prejudice/ })
          .last()
          .click();
        await untilOpen(other);
        await expect(other.getByText(pageLabel).first()).toHaveText(stood);
        await expect.poll(() => painted(other, 'yellow')).toEqual([marked]);
        await expect(chapterFrame(other).getByText(marked.slice(0, 40)).first()).toBeInViewport();
        await pressInBar(other, 'Contents, bookmarks and notes');
        await other.getByRole('tab', { name: /Highlights & notes/ }).click();
        await expect(other.getByText('This is why I read.').first()).toBeVisible();
        await other.context().close();
      });
    } finally {
      await server.stop();
    }
  });
});
