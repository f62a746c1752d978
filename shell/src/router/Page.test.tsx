import { describedRemotes } from '@lectern/client/testing/describedRemotes.ts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import type { RouteEntry } from '../routes/routeTypes.ts';
import { createTestShell, renderInShell, type TestShellOptions } from '../testing/testShell.tsx';
import { PageOf } from './Page.tsx';
import { routeTable } from './routeTable.ts';

const entryOf = (path: string): RouteEntry => {
  const entry = routeTable(describedRemotes()).routes.find((route) => route.path === path);
  if (!entry) throw new Error(`No route ${path}`);
  return entry;
};

function renderPage(path: string, options: TestShellOptions) {
  const shell = createTestShell(options);
  const entry = entryOf(path);
  return renderInShell(
    <BrowserRouter>
      <p>The shell around it</p>
      <PageOf match={{ entry, params: {} }} />
    </BrowserRouter>,
    shell,
  );
}

const down = () => {
  throw new Error('Failed to fetch dynamically imported module');
};
const tryAgain = () => userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('a lazily loaded page', () => {
  it('renders the remote’s page', async () => {
    await renderPage('/library', {
      remotes: { 'mf-library/LibraryPage': () => ({ default: () => <h1>Shelves</h1> }) },
    });
    expect(await screen.findByRole('heading', { name: 'Shelves' })).toBeInTheDocument();
  });

  it.each([
    ['/library', 'Library', 'mf-library/LibraryPage'],
    ['/upload', 'Upload', 'mf-library/UploadPage'],
    ['/notes', 'Notes', 'mf-library/NotesPage'],
    ['/collections', 'Collections', 'mf-library/CollectionsPage'],
    ['/read/:bookId', 'Reader', 'mf-reader/ReaderPage'],
  ])('[RT-10] [MF-03] %s that cannot be loaded shows its own error', async (path, name, id) => {
    await renderPage(path, { remotes: { [id]: down } });
    expect(await screen.findByText(`Error loading ${name}. Please refresh.`)).toBeInTheDocument();
    expect(screen.getByText('The shell around it')).toBeInTheDocument();
  });

  it('[MF-02] a remote built for another contract is rejected with the page’s message', async () => {
    const load = jest.fn(() => ({ default: () => null }));
    await renderPage('/library', { contract: '99.0', remotes: { 'mf-library/LibraryPage': load } });
    expect(await screen.findByText('Error loading Library. Please refresh.')).toBeInTheDocument();
    expect(
      screen.getByText('It looks like the app was updated. Please refresh the page.'),
    ).toBeInTheDocument();
    expect(load).not.toHaveBeenCalled();
  });

  it('[MF-03] a page that throws while rendering does not affect the shell, and recovers on retry', async () => {
    let broken = true;
    const Page = () => {
      if (broken) throw new Error('render');
      return <h1>Shelves</h1>;
    };
    await renderPage('/library', { remotes: { 'mf-library/LibraryPage': () => ({ default: Page }) } });
    expect(
      await screen.findByText("We're having trouble loading your library right now."),
    ).toBeInTheDocument();
    expect(screen.getByText('The shell around it')).toBeInTheDocument();
    broken = false;
    await tryAgain();
    expect(await screen.findByRole('heading', { name: 'Shelves' })).toBeInTheDocument();
  });

  it('[LY-07] Try Again reloads up to three times, then says Max retries reached', async () => {
    const load = jest.fn(down);
    await renderPage('/library', { remotes: { 'mf-library/LibraryPage': load } });
    for (const loads of [1, 2, 3]) {
      await screen.findByRole('button', { name: 'Try Again' });
      expect(load).toHaveBeenCalledTimes(loads);
      await tryAgain();
    }
    expect(await screen.findByRole('button', { name: 'Max retries reached' })).toBeDisabled();
    expect(load).toHaveBeenCalledTimes(4);
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  });

  it('[LY-07] Report Issue confirms, and sends nothing about the person', async () => {
    const { shell } = await renderPage('/read/:bookId', {
      remotes: { 'mf-reader/ReaderPage': down },
      routes: { 'POST /reports': () => null },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Report Issue' }));
    expect(await screen.findByText(/Your report helps us fix this/)).toBeInTheDocument();
    expect(shell.host.test.calls).toMatchObject([
      {
        key: 'POST /reports',
        request: {
          body: {
            route: '/read/:bookId',
            area: 'reader',
            error: expect.stringMatching(/^mf-reader@1\.0\.0 \w+ \S+ load 1 /),
          },
        },
      },
    ]);
    expect(JSON.stringify(shell.host.test.calls)).not.toContain('ada');
  });

  it('[LY-07] Report Issue shows an error when the report could not be sent', async () => {
    await renderPage('/library', { remotes: { 'mf-library/LibraryPage': down } });
    await userEvent.click(await screen.findByRole('button', { name: 'Report Issue' }));
    expect(await screen.findByText(/The report could not be sent/)).toBeInTheDocument();
  });

  it('[MF-03] a slow page shows a notice, and one that never loads times out', async () => {
    jest.useFakeTimers();
    await renderPage('/library', { remotes: { 'mf-library/LibraryPage': () => new Promise(() => {}) } });
    expect(screen.getByText('Loading…')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(8_000));
    expect(screen.getByText(/taking longer than usual/)).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(40_000));
    expect(screen.getByText('Error loading Library. Please refresh.')).toBeInTheDocument();
    jest.useRealTimers();
  });
});
