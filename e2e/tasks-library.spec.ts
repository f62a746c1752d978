import { register, signIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { countingClicks } from './support/clicks.ts';
import { untilSettled } from './support/pages.ts';
import { untilOpen } from './support/reader.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test('[U-19] three clicks upload a book and begin to read it', async ({ page, request, context }) => {
  await withConsent(context);
  await signIn(page, await register(request));
  await page.goto('/library');
  const reader = countingClicks();
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
  const reader = countingClicks();
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
  test(`[U-19] on a ${name} the first cover begins at ${at} px`, async ({ page, request, context }) => {
    await page.setViewportSize({ width, height });
    await withConsent(context);
    const account = await register(request);
    await upload(request, account.token, await makeEpub('Lamps'));
    await signIn(page, account);
    await page.goto('/library');
    const first = page.locator('[data-book-id]').first();
    await untilSettled(page);
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(at);
  });
}
