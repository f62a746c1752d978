import { startProvider } from '../server/test/support/oidcProvider.ts';
import { startServer } from '../tools/lib/processes/server.mjs';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('a new reader signs in through an OpenID Connect provider, and gets to the requested page', async ({
  page,
}) => {
  const settings: Record<string, string> = { LECTERN_LOG: 'error' };
  const server = await startServer(settings);
  const provider = await startProvider(() => [`${server.url}/v1/auth/oidc/callback`]);
  try {
    // Provider and server need each other's address.
    Object.assign(settings, {
      LECTERN_ORIGIN: server.url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'House',
      OIDC_PRIVATE: '1',
    });
    await server.kill();
    await server.restart();
    provider.person = {
      sub: 'ada',
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada of the House',
    };
    // No requests outside this machine.
    await page.route(
      (url) => url.hostname !== '127.0.0.1',
      (route) => route.abort(),
    );

    await page.goto(`${server.url}/notes`);
    await page.getByRole('link', { name: 'Continue with House' }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator('input[name=login]').fill('ada');
    await page.locator('input[name=password]').fill('x');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.waitForURL(`${server.url}/notes`);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await page.goto(`${server.url}/profile`);
    await expect(page.getByText('ada@example.org').first()).toBeVisible();
  } finally {
    await provider.stop();
    await server.stop();
  }
});
