import { createConsent } from '@lectern/client/services/consent/consent.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { askAgainAfterReload, CookieBanner, isAskedAgain } from './CookieBanner.tsx';

const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

async function open(shell = createTestShell()) {
  await renderInShell(
    <BrowserRouter>
      <CookieBanner />
    </BrowserRouter>,
    shell,
  );
  return shell;
}

const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const button = (name: string) => screen.getByRole('button', { name });
const stored = (shell: Awaited<ReturnType<typeof open>>) =>
  JSON.parse(shell.storage.getItem(storageKeys.cookieConsent) ?? 'null');

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') }));
afterEach(() => jest.useRealTimers());

describe('the cookie banner', () => {
  it('[CK-01] appears 2 seconds after the load, with its three buttons and the privacy policy', async () => {
    await open();
    await wait(1_999);
    expect(screen.queryByRole('button', { name: 'Essential only' })).not.toBeInTheDocument();
    await wait(1);
    for (const name of ['Essential only', 'Accept all cookies', 'Customize cookies']) {
      expect(button(name)).toBeInTheDocument();
    }
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
      'href',
      '/legal/privacy-policy',
    );
  });

  it('[U-17] asked for in the footer, the choices are there at once, and once only', async () => {
    askAgainAfterReload();
    await open();
    expect(await screen.findByRole('switch', { name: 'Analytics' })).toBeInTheDocument();
    expect(isAskedAgain()).toBe(false);
  });

  it('[CK-01] does not appear when a decision is stored', async () => {
    const shell = createTestShell();
    shell.consent.save({ analytics: false, marketing: false });
    await open(shell);
    await wait(5_000);
    expect(screen.queryByRole('button', { name: 'Essential only' })).not.toBeInTheDocument();
  });

  it.each([
    ['Essential only', false],
    ['Accept all cookies', true],
  ])('[CK-03] %s is stored as version 1.0 with a timestamp', async (name, allowed) => {
    const shell = await open();
    await wait(2_000);
    await user.click(button(name));
    expect(stored(shell)).toEqual({
      essential: true,
      analytics: allowed,
      marketing: allowed,
      timestamp: expect.stringMatching(/^2026-01-01T00:00:0/),
      version: '1.0',
    });
    expect(shell.consent.allows('analytics')).toBe(allowed);
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('[CK-02] the panel has three toggles; essential cannot be turned off; Save stores the choice', async () => {
    const shell = await open();
    await wait(2_000);
    await user.click(button('Customize cookies'));
    await screen.findByRole('switch', { name: 'Essential' });
    expect(screen.getByRole('switch', { name: 'Essential' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Essential' })).toBeDisabled();
    await user.click(screen.getByRole('switch', { name: 'Analytics' }));
    await user.click(button('Save preferences'));
    expect(stored(shell)).toMatchObject({ essential: true, analytics: true, marketing: false });
  });

  it('[CK-02] Cancel stores nothing and shows the banner again', async () => {
    const shell = await open();
    await wait(2_000);
    await user.click(button('Customize cookies'));
    await screen.findByRole('switch', { name: 'Essential' });
    await user.click(screen.getByRole('switch', { name: 'Marketing' }));
    await user.click(button('Cancel'));
    expect(stored(shell)).toBeNull();
    expect(button('Essential only')).toBeInTheDocument();
  });
});

describe('a stored decision', () => {
  it.each([
    ['nothing', null],
    ['another version', { version: '0.9', timestamp: 'x', analytics: true, marketing: true }],
    ['something else', 'yes'],
  ])('[CK-03] %s allows only essential cookies', (_, value) => {
    const { storage } = createTestShell();
    storage.setItem(storageKeys.cookieConsent, JSON.stringify(value));
    const consent = createConsent(storage);
    expect(consent.record.get()).toBeNull();
    expect(consent.allows('essential')).toBe(true);
    expect(consent.allows('analytics')).toBe(false);
    expect(consent.allows('marketing')).toBe(false);
  });
});
