import { startServer } from '../tools/lib/processes/server.mjs';
import { newAccount, newDevice, register, signIn, signUp } from './support/account.ts';
import { axeFindings } from './support/axe.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('[LG-09] the first account is the administrator: invites readers and reads reports, and no other reader can', async ({
  page,
  browser,
  context,
}) => {
  // A separate server, on which this is the first account.
  const server = await startServer({ LECTERN_LOG: 'error', LECTERN_REGISTRATION: 'open' });
  const first = newAccount();
  try {
    await test.step('The first reader finds the page in the navigation rail', async () => {
      await signUp(page, first, server.url);
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Administration' })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Readers and what they store' })).toContainText(
        first.email,
      );
      expect(await axeFindings(page)).toEqual([]);
    });

    const visitor = await newDevice(browser);
    await test.step('closes the registration: visitors are told, and rejected', async () => {
      await page.getByRole('switch', { name: 'Anyone can create an account' }).click();
      await expect(page.getByRole('switch', { name: 'Anyone can create an account' })).not.toBeChecked();
      await visitor.goto(`${server.url}/signup`);
      await expect(visitor.getByText(/New readers need an invitation here/)).toBeVisible();
    });

    const second = newAccount();
    await test.step('invites a reader, who signs up through the link', async () => {
      await page.getByLabel('Invite by email address').fill(second.email);
      await page.getByRole('button', { name: 'Invite' }).click();
      const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
      await page.keyboard.press('Escape');
      await visitor.goto(link);
      await visitor.reload();
      await visitor.getByLabel('Full Name').fill(second.name);
      await visitor.getByLabel('Email Address').fill(second.email);
      await visitor.getByLabel('Password', { exact: true }).fill(second.password);
      await visitor.getByLabel('Confirm Password').fill(second.password);
      await visitor.getByRole('button', { name: 'Create Account' }).click();
      await visitor.waitForURL('**/dashboard');
    });

    await test.step('The second reader is not an administrator', async () => {
      await expect(
        visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Administration' }),
      ).toHaveCount(0);
      await visitor.goto(`${server.url}/admin`);
      await expect(visitor.getByText("You don't have permission to access this feature.")).toBeVisible();
    });

    await test.step('sends a message, which the first one reads and archives', async () => {
      await visitor.goto(`${server.url}/contact`);
      await visitor.getByLabel('Your message').fill('Could the dark page be warmer?');
      await visitor.getByRole('button', { name: 'Send' }).click();
      await expect(visitor.getByText('Thank you. Your message has arrived.')).toBeVisible();
      await page.reload();
      await expect(page.getByText('Could the dark page be warmer?')).toBeVisible();
      await page.getByRole('button', { name: 'Done with it' }).click();
      await expect(page.getByText('Could the dark page be warmer?')).toHaveCount(0);
    });
    expect(context.pages()).toHaveLength(1);
    await visitor.context().close();
  } finally {
    await server.stop();
  }
});

test('[N-07] a reader signs out another device from the list of devices', async ({
  page,
  request,
  browser,
}) => {
  const account = await register(request);
  const phone = await newDevice(browser);
  await signIn(phone, account);
  await signIn(page, account);
  await page.goto('/settings?page=sign-in');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  const others = page.getByRole('button', { name: 'Sign out', exact: true });
  // The registration by the test was a sign-in as well.
  await expect(others).toHaveCount(2);
  await others.first().click();
  await expect(others).toHaveCount(1);
  await others.first().click();
  await expect(others).toHaveCount(0);
  await phone.goto('/notes');
  await phone.waitForURL('**/login**');
  await expect(phone.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await phone.context().close();
});
