import { whenIdle } from '@lectern/client/common/scheduling.ts';
import { rememberSearchShortcut, takeSearchShortcut } from '@lectern/client/common/searchShortcut.ts';
import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import { tokenFor } from '@lectern/client/testing/tokens.ts';
import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import type { OverlayInput } from '@lectern/shared-contracts/contract/points.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createCommands } from '../host/commands.ts';
import { visitorIn } from '../routes/conditions.ts';
import {
  createTestShell,
  renderInShell,
  type TestShell,
  type TestShellOptions,
} from '../testing/testShell.tsx';
import { createRouter } from './createRouter.tsx';
import { createRoutes } from './routeTable.ts';

const page = (title: string) => () => ({ default: () => <h1>{title}</h1> });
const remotes = {
  'mf-library/LibraryPage': page('Shelves'),
  'mf-library/NotesPage': page('Commonplace book'),
  'mf-reader/ReaderPage': page('Call me Ishmael'),
};

function open(address: string, options: TestShellOptions = {}) {
  window.history.replaceState(null, '', address);
  const shell = createTestShell({ remotes, ...options });
  return renderInShell(<RouterProvider router={createRouter(shell)} />, shell);
}

const heading = (name: string) => screen.findByRole('heading', { name }, { timeout: 5_000 });

beforeEach(() => {
  window.scrollTo = jest.fn();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('the app', () => {
  it('[RT-01] shows a visitor the landing page', async () => {
    await open('/', { signedIn: false });
    await heading('Every book you own, open where you left it.');
    for (const name of ['Get Started Free', 'Create Free Account']) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/signup');
    }
    expect(screen.getAllByRole('link', { name: 'Sign In' })[0]).toHaveAttribute('href', '/login');
  });

  it('forgets the shortcut of the search when it was pressed before a page of a visitor', async () => {
    rememberSearchShortcut();
    const pressKey = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(pressKey()).toBe(false);
    await open('/login', { signedIn: false });
    await heading('Welcome Back');
    expect(pressKey()).toBe(true);
    expect(takeSearchShortcut()).toBe(false);
  });

  it('[W-11] remembers the shortcut of the search when it is pressed right after signing in', async () => {
    const signIn = async () => ({ token: tokenFor(Date.now() + 900_000), user: testUser });
    await open('/login', { signedIn: false, authApi: { login: signIn } });
    await userEvent.type(await screen.findByLabelText('Email Address'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Welcome Back' })).toBeNull());
    expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(false);
  });

  it('a visitor chooses a language in the footer', async () => {
    const { shell } = await open('/', { signedIn: false });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch');
    await waitFor(() => expect(shell.i18n.language.get()).toBe('de'));
    expect(screen.getByRole('combobox')).toHaveValue('de');
  });

  it('[RT-05] a visitor who opens the library signs in and is redirected to it', async () => {
    const signIn = async () => ({ token: tokenFor(Date.now() + 900_000), user: testUser });
    await open('/library', { signedIn: false, authApi: { login: signIn } });
    await heading('Welcome Back');
    expect(window.location.search).toBe('?next=%2Flibrary');
    await userEvent.type(screen.getByLabelText('Email Address'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await heading('Shelves');
    expect(window.location.pathname).toBe('/library');
  });

  it('a reset link opened while signed in sets the password and requires a new sign-in', async () => {
    const confirm = jest.fn(async () => null);
    const { shell } = await open('/login#reset=abc', {
      routes: { 'POST /auth/reset-password/confirm': confirm },
    });
    await userEvent.type(await screen.findByLabelText('New password'), 'a sentence to keep');
    await userEvent.click(screen.getByRole('button', { name: 'Set the password' }));
    await waitFor(() => expect(shell.left).toEqual(['/login']));
    expect(confirm).toHaveBeenCalled();
  });

  it('preloads the reader when the library is idle', async () => {
    const ahead = jest.fn();
    const { shell } = await open('/library', {
      remotes: {
        ...remotes,
        'mf-reader/ReaderPage': () => ({
          default: Object.assign(() => <h1>Call me Ishmael</h1>, { prefetch: ahead }),
        }),
      },
    });
    await heading('Shelves');
    await waitFor(() => expect(ahead).toHaveBeenCalledWith(shell.host));
  });

  it('prefetches nothing with Save-Data', async () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    const { shell } = await open('/library');
    const load = jest.spyOn(shell.loader, 'load');
    await heading('Shelves');
    await act(whenIdle);
    expect(load).not.toHaveBeenCalledWith({ remote: 'mf-reader', expose: 'ReaderPage' });
    Reflect.deleteProperty(navigator, 'connection');
  });

  it('[RT-06] shows a loading state while the sign-in state loads', async () => {
    window.history.replaceState(null, '', '/library');
    const shell = createTestShell({ remotes });
    const start = shell.auth.start;
    shell.auth.start = async () => undefined;
    await renderInShell(<RouterProvider router={createRouter(shell)} />, shell);
    expect(screen.getByText('Verifying your sign-in…')).toBeInTheDocument();
    await act(start);
    await heading('Shelves');
  });

  it('[RT-07] [U-50] an unknown path redirects readers to the dashboard and visitors to the start page, and says so', async () => {
    const first = await open('/no/such/place', { routes: { 'GET /books': () => ({ items: [], total: 0 }) } });
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    first.unmount();
    const second = await open('/no/such/place', { signedIn: false });
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(await second.findByText('There is no page at this address.')).toBeInTheDocument();
  });

  it('[RT-07] a path that only the registry knows is shown once the registry has loaded', async () => {
    window.history.replaceState(null, '', '/library');
    const shell = createTestShell({ remotes });
    const contents = createWritable<RemoteContents>(new Map());
    const described = async () => contents.set(shell.registry.contents.get());
    const late = { ...shell, routes: createRoutes({ contents, described }) };
    await renderInShell(<RouterProvider router={createRouter(late)} />, late);
    await heading('Shelves');
  });

  it('a page that is newer than the last visit is shown when its address is opened', async () => {
    window.history.replaceState(null, '', '/library');
    const shell = createTestShell({ remotes });
    const contents = createWritable<RemoteContents>(new Map());
    let asked = 0;
    const described = async () => {
      asked += 1;
      // The first time the content of the last visit will do.
      if (asked > 1) contents.set(shell.registry.contents.get());
    };
    const late = { ...shell, routes: createRoutes({ contents, described }) };
    await renderInShell(<RouterProvider router={createRouter(late)} />, late);
    await heading('Shelves');
  });

  it('pages found during an interrupted navigation are shown by the next one', async () => {
    const shell = createTestShell({ remotes });
    const contents = createWritable<RemoteContents>(new Map());
    const waiting = Promise.withResolvers<void>();
    const described = () => waiting.promise;
    window.history.replaceState(null, '', '/dashboard');
    const late = { ...shell, routes: createRoutes({ contents, described }) };
    const router = createRouter(late);
    await renderInShell(<RouterProvider router={router} />, late);
    const interrupted = router.navigate('/notes');
    await act(() => router.navigate('/help'));
    contents.set(shell.registry.contents.get());
    waiting.resolve();
    await interrupted;
    await act(() => router.navigate('/notes'));
    await heading('Commonplace book');
  });

  describe('a page with a condition', () => {
    const withFlag = { flag: 'mf-lending/shelf' };
    const lendingShell = (when: object, options: TestShellOptions = {}) =>
      createTestShell({
        remotes: { ...remotes, 'mf-lending/LendingPage': page('Lent books') },
        content: {
          'mf-lending': {
            pages: [
              {
                path: '/lending',
                expose: 'LendingPage',
                title: 'Lending',
                navigation: { label: 'Lending', icon: 'shelf', rail: 1 },
                when,
              },
            ],
            commands: [{ title: 'Lend a book', path: '/lending' }],
          },
        },
        ...options,
      });
    const openLending = (shell: TestShell) => {
      window.history.replaceState(null, '', '/lending');
      return renderInShell(<RouterProvider router={createRouter(shell)} />, shell);
    };
    const links = () => screen.queryAllByRole('link', { name: 'Lending' });

    it('that does not hold is not found and has neither a navigation entry nor a command', async () => {
      const shell = lendingShell({ role: 'admin' });
      await openLending(shell);
      await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
      expect(screen.getByText('There is no page at this address.')).toBeInTheDocument();
      expect(links()).toEqual([]);
      const commands = createCommands(shell.registry.contents, shell.routes, shell.i18n, shell.navigation);
      expect(commands.get().map(({ title }) => title)).not.toContain('Lend a book');
    });

    it('that holds is opened, also when a flag has to be read first', async () => {
      const shell = lendingShell(withFlag, { routes: { 'GET /flags': () => ({ on: [withFlag.flag] }) } });
      await openLending(shell);
      await heading('Lent books');
      expect(links()).not.toEqual([]);
      const commands = createCommands(shell.registry.contents, shell.routes, shell.i18n, shell.navigation);
      expect(commands.get().map(({ title }) => title)).toContain('Lend a book');
    });

    it('appears and goes as its condition comes and ceases to hold', async () => {
      const shell = lendingShell({ online: false });
      const isOnline = createWritable(true);
      const circumstances = () => ({ ...visitorIn('en'), isOnline: isOnline.get() });
      shell.routes.follow({ get: circumstances, subscribe: isOnline.subscribe });
      await openLending(shell);
      expect(links()).toEqual([]);
      await act(async () => isOnline.set(false));
      expect(links()).not.toEqual([]);
      await act(async () => shell.navigation.go('/lending'));
      await heading('Lent books');
      await act(async () => isOnline.set(true));
      await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    });

    it('is looked for once a visitor has signed in', async () => {
      await openLending(lendingShell({ role: 'admin' }, { signedIn: false }));
      await heading('Welcome Back');
      expect(window.location.search).toBe('?next=%2Flending');
    });
  });

  it('[RT-05] a redirect replaces the history entry, so that going back does not return to it', async () => {
    const before = window.history.length;
    await open('/library', { signedIn: false });
    await heading('Welcome Back');
    expect(window.history.length).toBe(before);
  });

  it('[RT-08] the reader is shown without rail, header, footer, bottom bar or menu', async () => {
    await open('/read/5f0c');
    await heading('Call me Ishmael');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Quick menu' })).not.toBeInTheDocument();
  });

  it('the session widget keeps working when the page fails', async () => {
    const broken = () => {
      throw new Error('Failed to fetch');
    };
    const { shell } = await open('/read/5f0c', { remotes: { 'mf-reader/ReaderPage': broken } });
    await screen.findByText('Error loading Reader. Please refresh.');
    await act(() =>
      shell.host.session.start({ id: '5f0c', title: 'Moby-Dick', author: 'Melville', cover_url: null }),
    );
    expect(screen.getByRole('group', { name: /Reading session: Moby-Dick/ })).toBeInTheDocument();
    expect(screen.getByText('Error loading Reader. Please refresh.')).toBeInTheDocument();
  });

  it('navigates by links, with the title of each page', async () => {
    await open('/library');
    await heading('Shelves');
    expect(document.title).toBe('Library · Lectern');
    await userEvent.click(screen.getByRole('link', { name: 'Notes' }));
    await heading('Commonplace book');
    expect(document.title).toBe('Notes · Lectern');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('a page that is loaded already begins with the state of its own address', async () => {
    const MentorPage = ({ host }: FederatedProps) => {
      const [state] = useState(() => host.navigation.location.get().state);
      return <h1>{`With ${JSON.stringify(state)}`}</h1>;
    };
    const { shell } = await open('/mentor', {
      remotes: { ...remotes, 'mf-mentor/MentorPage': () => ({ default: MentorPage }) },
    });
    await heading('With null');
    act(() => shell.navigation.go('/library'));
    await heading('Shelves');
    act(() => shell.navigation.go('/mentor', { state: { quote: 'Call me Ishmael.' } }));
    await heading('With {"quote":"Call me Ishmael."}');
    act(() => shell.navigation.go('/library'));
    await heading('Shelves');
    act(() => shell.navigation.go('/mentor'));
    await heading('With null');
  });

  it('[LY-10] the tour and the tutorial can be started from the user menu repeatedly', async () => {
    const modal = ({ input }: { input: OverlayInput }) =>
      input.open ? (
        <button type="button" onClick={input.close}>
          Get Started!
        </button>
      ) : null;
    await open('/library', {
      remotes: { ...remotes, 'mf-gamification/OnboardingModal': () => ({ default: modal }) },
    });
    await heading('Shelves');
    const choose = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: /Your account/ }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
    };
    for (const _ of ['first', 'again']) {
      await choose('Restart Guided Tour');
      expect(await screen.findByRole('dialog', { name: 'Welcome to your library' })).toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: 'Leave the tour' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    }
    for (const _ of ['first', 'again']) {
      await choose('Tutorial');
      expect(await screen.findByRole('button', { name: 'Get Started!' })).toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: 'Get Started!' }));
    }
  });

  it('with that preference the session starts when a book is opened and stops when it is left', async () => {
    const { shell } = await open('/read/5f0c', {
      preferences: { 'reader.autoSession': true },
      routes: {
        'GET /books/:id': () =>
          ({ id: '5f0c', title: 'Moby-Dick', author: 'Melville', cover_url: null }) as never,
      },
    });
    await heading('Call me Ishmael');
    await waitFor(() => expect(shell.host.session.active.get()?.book.title).toBe('Moby-Dick'));
    act(() => shell.navigation.go('/library'));
    await heading('Shelves');
    await waitFor(() => expect(shell.host.session.active.get()).toBeNull());
  });
});
