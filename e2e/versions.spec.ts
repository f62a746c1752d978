/** What runs here, in whichever mix of versions it is tested: each remote shows a page, and About names its version. */
import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { alreadySignedIn, upload } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test('every remote of the mix shows its page, and About names the versions', async ({
  page,
  request,
}, testInfo) => {
  const { token } = await alreadySignedIn(page, request);
  const { id } = await upload(request, token, await makeEpub());
  const asked = page.waitForResponse('**/remotes.json');
  await page.goto('/about');
  const { remotes }: RemoteRegistry = await (await asked).json();
  await page.getByText('Technical details').click();
  for (const { current } of Object.values(remotes)) {
    const { name, version } = current.description;
    testInfo.annotations.push({ type: 'remote', description: `${name}@${version}` });
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await expect(row).toContainText(version);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
  for (const path of ['/library', `/read/${id}`, '/gamification', '/mentor']) {
    await page.goto(path);
    await page.waitForFunction(() =>
      performance.getEntriesByType('mark').some(({ name }) => name.startsWith('lectern:mf-')),
    );
    await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  }
});
