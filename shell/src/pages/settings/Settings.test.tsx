import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from '../../router/createRouter.tsx';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';

async function open(path: string, narrow = false) {
  window.matchMedia = (query) =>
    ({
      matches: narrow && query === '(max-width: 48em)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  window.history.replaceState(null, '', path);
  const shell = createTestShell();
  await renderInShell(<RouterProvider router={createRouter(shell)} />, shell);
  await screen.findByRole('heading', { level: 1 });
  return within(screen.getByRole('main'));
}
afterEach(() => Reflect.deleteProperty(window, 'matchMedia'));

describe('[U-47] the settings', () => {
  it('are pages beside their list, and begin with the first', async () => {
    const main = await open('/settings');
    const index = within(main.getByRole('navigation', { name: 'Settings' }));
    expect(index.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Appearance',
      'Reading',
      'Offline and sync',
      'Sign-in and devices',
      'Bin',
      'Goals and mentor',
      'Privacy and messages',
    ]);
    expect(index.getByRole('link', { current: 'page' })).toHaveTextContent('Appearance');
    expect(main.getByRole('combobox', { name: 'Theme' })).toBeInTheDocument();
    await userEvent.click(index.getByRole('link', { name: 'Sign-in and devices' }));
    expect(await main.findByRole('switch', { name: /Stay signed in/ })).toBeInTheDocument();
    expect(main.queryByRole('combobox', { name: 'Theme' })).not.toBeInTheDocument();
  });

  it('are a list in a narrow window, from which a page opens and leads back', async () => {
    const main = await open('/settings', true);
    expect(main.queryByRole('combobox')).not.toBeInTheDocument();
    await userEvent.click(main.getByRole('link', { name: 'Appearance' }));
    expect(await main.findByRole('combobox', { name: 'Theme' })).toBeInTheDocument();
    expect(main.getByRole('heading', { level: 1, name: 'Appearance' })).toBeInTheDocument();
    await userEvent.click(main.getByRole('link', { name: 'Settings' }));
    await waitFor(() => expect(main.queryByRole('combobox')).not.toBeInTheDocument());
  });

  it('do not say that no goal is set before they know', async () => {
    const main = await open('/settings?page=goals');
    expect(main.getByRole('link', { name: 'Set goals on the Rewards page' })).toBeInTheDocument();
    expect(main.queryByText('No daily goal is set.')).not.toBeInTheDocument();
  });
});
