import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { Fills } from './Fill.tsx';

const filled = (load: () => unknown) => {
  const shell = createTestShell({ remotes: { 'mf-library/RecentBooksWidget': load } });
  return renderInShell(
    <>
      <h1>The page</h1>
      <Fills point="shell/dashboard" />
    </>,
    shell,
  );
};

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('a fill of a point', () => {
  it('renders the remote’s component', async () => {
    await filled(() => ({ default: () => <p>Walden</p> }));
    expect(await screen.findByText('Walden')).toBeInTheDocument();
  });

  it('is not shown in English before its translations are loaded: its place is busy', async () => {
    const shell = createTestShell({
      remotes: { 'mf-library/RecentBooksWidget': () => ({ default: Widget }) },
    });
    let arrive: ((texts: Record<string, string>) => void) | null = null;
    const Widget = federated({
      namespace: 'mf-library',
      component: () => <p>{useTranslate()('Recent books')}</p>,
      setUp: (host) => {
        host.i18n.register('mf-library', () => new Promise((resolve) => (arrive = resolve)));
      },
    });
    await shell.i18n.setLanguage('de');
    await renderInShell(<Fills point="shell/dashboard" />, shell);
    // The code has loaded, the translations have not.
    await waitFor(() => expect(arrive).not.toBeNull());
    expect(screen.queryByText('Recent books')).not.toBeInTheDocument();
    const busy = () => document.querySelectorAll('[aria-busy="true"]');
    expect(busy()).toHaveLength(1);
    await act(async () => arrive?.({ 'Recent books': 'Neueste Bücher' }));
    expect(await screen.findByText('Neueste Bücher')).toBeInTheDocument();
    expect(busy()).toHaveLength(0);
  });

  it('[MF-03] fails as a single line, and recovers with Try Again', async () => {
    let broken = true;
    const Widget = () => {
      if (broken) throw new Error('render');
      return <p>Walden</p>;
    };
    await filled(() => ({ default: Widget }));
    expect(await screen.findByText('Recent books cannot be shown right now.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'The page' })).toBeInTheDocument();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Walden')).toBeInTheDocument();
  });
});
