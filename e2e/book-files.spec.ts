import { upload } from './support/account.ts';
import { makeBook, makeEpub, sentence } from './support/books.ts';
import { signInWithBook } from './support/openBook.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test('a book is read in another edition and back, its mark moves along, and two books become one', async ({
  page,
  context,
  request,
}) => {
  const { account, book } = await signInWithBook(page, context, request, await makeEpub('Lamps'));
  const text = sentence(1, 5);
  const only = sentence(2, 1);
  for (const [index, exact] of [text, only].entries())
    await request.post(`/v1/books/${book.id}/highlights`, {
      headers: { authorization: `Bearer ${account.token}` },
      data: {
        text: exact,
        color: 'yellow',
        page: index + 1,
        position: { spine_index: index + 1, fraction: 0.1, quote: { exact } },
      },
    });
  const second = await makeBook({
    title: 'Lamps, second edition',
    author: 'Someone Else',
    metadata: '<dc:publisher>Row Press</dc:publisher>',
    spine: [{ path: 'one.xhtml', title: 'One', body: `<p>A foreword.</p><p>${text}</p>` }],
  });

  await page.goto(`/books/${book.id}`);
  await page.getByLabel('Add a file').setInputFiles(second);
  await page.waitForURL('**/upload');
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toBeVisible();

  await page.goto(`/books/${book.id}`);
  const files = page.getByRole('region', { name: 'Files' });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  const edition = files.getByRole('listitem').filter({ hasText: 'Row Press' });
  await edition.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Read This File' }).click();
  await expect(edition).toContainText('Being read');
  await expect(page.getByText('Not found in the book')).toHaveCount(1);
  await page.getByRole('link', { name: /^(Read|Continue)$/ }).click();
  await expect(page.frameLocator('iframe').first().getByText('A foreword.')).toBeVisible();

  await page.goto(`/books/${book.id}`);
  await files.getByRole('listitem').filter({ hasNotText: 'Row Press' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Read This File' }).click();
  await expect(edition).not.toContainText('Being read');
  await expect(page.getByText('Not found in the book')).toHaveCount(0);

  await edition.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Make a Separate Book' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lamps, second edition' })).toBeVisible();

  await upload(request, account.token, await makeEpub('Another lamp'));
  await page.goto(`/books/${book.id}`);
  await page.getByRole('button', { name: `More about ${book.title}` }).click();
  await page.getByRole('menuitem', { name: 'Join With…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title or author').fill('second edition');
  await dialog.getByRole('button', { name: /^Lamps, second edition/ }).click();
  await dialog.getByRole('button', { name: 'Join them' }).click();
  await expect(page.getByText('The two books are one now.')).toBeVisible();
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await context.setOffline(true);
  await expect(files.getByText('Files can be added and chosen when you are online.')).toBeVisible();
  await expect(files.getByRole('listitem')).toHaveCount(2);
});
