/** How a team works on its remote: alone, and as an override in a deployed shell. */

import { startServer } from '../tools/lib/processes/server.mjs';
import { startDevRemote } from '../tools/lib/testing/devRemote.mjs';
import { signInAsNew, signInByForm } from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

test.describe('a remote in local development', () => {
  // Custom headers of the tests would cause a preflight request on another origin, unlike a normal page load.
  test.use({ extraHTTPHeaders: {} });

  test('[MF-05] a team runs its remote alone, then as an override in a deployed shell, and removes it with one click', async ({
    page,
  }) => {
    const alone = await startDevRemote('mf-mentor');
    const shell = await startServer({ LECTERN_ALLOW_OVERRIDES: '1' });
    try {
      await test.step('alone, with sample data', async () => {
        const { remotes } = await (await page.request.get(`${alone.url}/remotes.json`)).json();
        expect(Object.keys(remotes)).toEqual(['mf-mentor']);
        await signInByForm(page, alone.account, alone.url);
        await page.goto(`${alone.url}/mentor`);
        await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
      });

      await test.step('as an override in a deployed shell', async () => {
        await signInAsNew(page, shell.url);
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await page.goto(`${shell.url}/mentor?override=mf-mentor@${alone.url}/remotes/mf-mentor/dev/`);
        await expect(page.getByText('From this machine: mf-mentor')).toBeVisible();
        await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
        expect(asked.some((url) => url.startsWith(`${alone.url}/remotes/`) && url.endsWith('.js'))).toBe(
          true,
        );
        expect(new URL(page.url()).search).toBe('');
      });

      await test.step('without the override again', async () => {
        await page.getByRole('button', { name: 'Back to the deployed version' }).click();
        await expect(page.getByText('From this machine: mf-mentor')).toHaveCount(0);
        const loaded = page.waitForRequest(/\/remotes\/mf-mentor\/.*\.js$/);
        await page.goto(`${shell.url}/mentor`);
        await loaded;
        await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
      });
    } finally {
      await Promise.all([alone.stop(), shell.stop()]);
    }
  });
});

test('an override is ignored unless the operator allows it', async ({ page, baseURL }) => {
  await signInAsNew(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/mentor?override=mf-mentor@http://127.0.0.1:9/');
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  await expect(page.getByText('From this machine')).toHaveCount(0);
  expect(asked.filter((url) => !url.startsWith(baseURL ?? '') && /^http/.test(url))).toEqual([]);
});

test('[AE-07] code from an origin that the registry does not name is blocked by the policy and by the shell', async ({
  page,
}) => {
  await signInAsNew(page);
  const elsewhere = await startServer({});
  try {
    await test.step('by the shell: a description with another origin is rejected before any request', async () => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.route('**/remotes.json', async (route) => {
        const registry = await (await route.fetch()).json();
        const { description } = registry.remotes['mf-mentor'].current;
        description.entry = `${elsewhere.url}/remoteEntry.js`;
        await route.fulfill({ headers: fromServer, json: registry });
      });
      await page.goto('/mentor');
      await expect(page.getByText('Error loading Mentor. Please refresh.')).toBeVisible();
      expect(asked.filter((url) => url.startsWith(elsewhere.url))).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
    await test.step('by the policy: a manipulated registry cannot load code from there', async () => {
      await page.route('**/remotes.json', async (route) => {
        const registry = await (await route.fetch()).json();
        registry.remotes['mf-mentor'].current.base = `${elsewhere.url}/remotes/mf-mentor/1/`;
        await route.fulfill({ headers: fromServer, json: registry });
      });
      const blocked = page.waitForEvent('console', (message) =>
        /Content Security Policy/.test(message.text()),
      );
      await page.goto('/mentor');
      await blocked;
      await expect(page.getByText('Error loading Mentor. Please refresh.')).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  } finally {
    await elsewhere.stop();
  }
});
