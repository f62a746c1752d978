/** Tags of books and dated readings, as a reader uses them. */
import { axeFindings } from './support/axe.ts';
import { makeEpub } from './support/books.ts';
import { unsentWrites } from './support/offline.ts';
import { signInWithBook, signInWithTitles } from './support/openBook.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test('books get tags together, one leads from its page to all of them, and is renamed everywhere', async ({
  page,
  request,
  context,
}) => {
  await signInWithTitles(page, context, request, ['Lamps', 'Windows', 'Roads']);
  await page.goto('/library');
  const shelf = page.getByRole('list', { name: 'Your books' });
  await page.getByRole('button', { name: 'Choose several' }).click();
  for (const name of [/Lamps/, /Windows/]) await shelf.getByRole('checkbox', { name }).click();
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await page.getByLabel('Add tags to all of them').fill('Evening light');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expect.poll(() => unsentWrites(page)).toBe(0);

  await shelf.getByRole('button', { name: 'More about Lamps' }).click();
  await page.getByRole('menuitem', { name: 'About this Book' }).click();
  await page.getByRole('link', { name: 'Evening light' }).click();
  await expect(shelf.getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Rename the tag' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Dusk');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Do not filter by #Dusk' })).toBeVisible();
  await expect(shelf.getByRole('article')).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
});

test('a finished book is read again, and its page keeps when it was read before', async ({
  page,
  request,
  context,
}) => {
  const { account, book } = await signInWithBook(page, context, request, await makeEpub('Lamps'));
  const finished = { status: 'completed', completed_at: '2026-05-19T12:00:00.000Z', rating: 4 };
  await request.patch(`/v1/books/${book.id}`, {
    data: finished,
    headers: { authorization: `Bearer ${account.token}` },
  });
  await page.goto(`/books/${book.id}`);
  const readings = page.getByRole('region', { name: 'Readings' });
  await expect(readings.getByText('Read once.')).toBeVisible();
  await readings.getByRole('button', { name: 'Read again' }).click();
  await expect(readings.getByRole('listitem')).toHaveCount(2);
  await expect(readings.getByRole('listitem').first()).toContainText('★★★★');
  await expect(readings.getByRole('listitem').last()).toContainText('since');
  await expect.poll(() => unsentWrites(page)).toBe(0);
  await page.reload();
  await expect(readings.getByRole('listitem')).toHaveCount(2);
  await readings.getByRole('button', { name: 'Add an earlier reading' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an earlier reading' });
  await dialog.getByLabel('Began', { exact: true }).fill('2020-05-03');
  await dialog.getByLabel('Ended', { exact: true }).fill('2020-05-19');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(readings.getByText('Read 2 times.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
