/**
 * Runs in any mix of versions: each remote of the registry shows all of its pages and widgets to a reader with a book,
 * and About lists its version. `npm run test:all` runs it inside version-mix.spec.ts only, so it leaves out this tag.
 */
import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { lookAt, viewsOf } from '../tools/lib/deploy/smokeViews.mjs';
import { alreadySignedIn, upload } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test(
  '[T-11] every remote of the mix shows its pages and widgets, and About lists the versions',
  {
    tag: '@in-version-mix',
  },
  async ({ page, request }, testInfo) => {
    test.slow();
    const { token } = await alreadySignedIn(page, request);
    const { id } = await upload(request, token, await makeEpub());
    const registryResponse = page.waitForResponse('**/remotes.json');
    await page.goto('/about');
    const { remotes }: RemoteRegistry = await (await registryResponse).json();
    await page.getByText('Technical details').click();
    for (const { current } of Object.values(remotes)) {
      const { name, version } = current.description;
      testInfo.annotations.push({ type: 'remote', description: `${name}@${version}` });
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
      await expect(row).toContainText(version);
    }
    const problems: string[] = [];
    for (const { current } of Object.values(remotes)) {
      for (const view of viewsOf(current.description, { bookId: id }))
        for (const problem of await lookAt(page.context(), view))
          problems.push(`${view.address}: ${problem}`);
    }
    expect(problems).toEqual([]);
  },
);
