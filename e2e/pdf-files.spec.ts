/** PDFs that ask something of their reader: fields to fill in, a password. */
import { register, signIn, upload, withConsent } from './support/account.ts';
import { realBook } from './support/books.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test.describe('a PDF', () => {
  test('that is a form is filled in, and is filled in still after a reload and on another device', async ({
    page,
    context,
    request,
    browser,
  }) => {
    const form = realBook('pdf', 'form_two_pages.pdf');
    if (!form) {
      console.log('This journey needs ../shared/books, which is not there.');
      return;
    }
    await withConsent(context);
    const account = await register(request);
    const book = await upload(request, account.token, form);
    await signIn(page, account);
    await page.goto(`/read/${book.id}`);
    const field = page.locator('.annotationLayer').getByRole('textbox').first();
    await field.fill('Ada Lovelace');
    await expect(page.getByText('What you fill in is kept on all your devices.')).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('Ada Lovelace');
    const other = await (await browser.newContext()).newPage();
    await withConsent(other.context());
    await signIn(other, account);
    await other.goto(`/read/${book.id}`);
    await expect(other.locator('.annotationLayer').getByRole('textbox').first()).toHaveValue('Ada Lovelace');
    await other.context().close();
  });

  test('[RD-02] that is locked asks for its password', async ({ page, context, request }) => {
    const locked = realBook('pdf', 'pr6531_1.pdf');
    if (!locked) {
      console.log('This journey needs ../shared/books, which is not there.');
      return;
    }
    await withConsent(context);
    const account = await register(request);
    const book = await upload(request, account.token, locked);
    await signIn(page, account);
    await page.goto(`/read/${book.id}`);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByText('That password does not open it.')).toBeVisible();
    await page.getByLabel('Password').fill('asdfasdf');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.locator('.page canvas').first()).toBeVisible();
    // [P-05] The server cannot open it: its pages and its cover come from the reader who has.
    await expect
      .poll(async () => {
        const answer = await request.get(`/v1/books/${book.id}`, {
          headers: { authorization: `Bearer ${account.token}` },
        });
        const { page_count, cover_source } = await answer.json();
        return { hasPages: page_count > 0, cover_source };
      })
      .toEqual({ hasPages: true, cover_source: 'file' });
  });
});
