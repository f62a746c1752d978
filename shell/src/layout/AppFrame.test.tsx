import type { GamificationSettings } from '@lectern/shared-contracts/api/gamification.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router-dom';
import type { PageData } from '../routes/usePageData.ts';
import { PageDataContext } from '../routes/usePageData.ts';
import {
  createTestShell,
  renderInShell,
  type TestShell,
  type TestShellOptions,
} from '../testing/testShell.tsx';
import { AppFrame } from './AppFrame.tsx';

const search = {
  isOpen: false,
  wanted: false,
  open: jest.fn(),
  close: jest.fn(),
  fail: jest.fn(),
  approach: jest.fn(),
};

function Arrived({ shell: { navigation } }: { shell: TestShell }) {
  const place = useLocation();
  useLayoutEffect(() => navigation.arrived(place), [navigation, place]);
  return null;
}

async function renderFrame(options: TestShellOptions = {}, shell: TestShell = createTestShell(options)) {
  const onTour = jest.fn();
  const page = { entry: {}, params: {}, ready: Promise.resolve() } as PageData;
  const element = (
    <PageDataContext value={page}>
      <Arrived shell={shell} />
      <AppFrame
        user={testUser}
        title="Export My Data"
        crumbs={[
          { title: 'Dashboard', path: '/dashboard' },
          { title: 'Settings', path: '/settings' },
          { title: 'Export My Data', path: '/settings/data-export' },
        ]}
        search={search}
        onTour={onTour}
        banner={null}
      >
        <h1>The page</h1>
      </AppFrame>
    </PageDataContext>
  );
  const router = createBrowserRouter([{ path: '*', element }]);
  shell.navigation.connect((to) => runInBackground(router.navigate(to as string)));
  await renderInShell(<RouterProvider router={router} />, shell);
  return { shell, onTour };
}

const notes = (count: number) => ({
  'GET /notes': () => ({
    items: Array.from({ length: count }, (_, index) => ({ id: `n${index}`, unread: true }) as Note),
  }),
});
const rail = () => screen.getByRole('navigation', { name: 'Main' });

/** Simulates a window width for media queries. */
function widthOf(pixels: number) {
  const matches = (query: string) => pixels <= 16 * Number(/max-width: ([\d.]+)em/.exec(query)?.[1] ?? 0);
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: matches(query) }) as MediaQueryList;
}

beforeEach(() => widthOf(1_440));
beforeEach(() => window.history.replaceState(null, '', '/settings/data-export'));

describe('the rail', () => {
  it('[LY-01] links to every section, and signs out', async () => {
    const { shell } = await renderFrame();
    const links = within(rail()).getAllByRole('link').slice(1);
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/dashboard'],
      ['Library', '/library'],
      ['Collections', '/collections'],
      ['Mentor AI', '/mentor'],
      ['Notes', '/notes'],
      ['Rewards', '/gamification'],
      ['Onboarding', '/onboarding'],
      ['Upload Books', '/upload'],
    ]);
    await userEvent.click(within(rail()).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(shell.left).toEqual(['/']));
  });

  it('[LY-01, UP-02, NT-03] counts unread notes and pending uploads', async () => {
    const { shell } = await renderFrame({ routes: notes(120) });
    expect(await within(rail()).findByText('99+')).toBeInTheDocument();
    const upload = {
      id: 'u',
      filename: 'a.epub',
      size: 1,
      progress: 0,
      book: null,
      duplicate: false,
      error: null,
    };
    act(() =>
      shell.host.test.uploads.set([
        { ...upload, state: 'waiting' },
        { ...upload, id: 'v', state: 'done' },
      ]),
    );
    expect(within(rail()).getByRole('link', { name: /Upload Books/ })).toHaveTextContent('1');
  });

  it('[LY-01] can be collapsed, and keeps its accessible names', async () => {
    const { shell } = await renderFrame();
    await userEvent.click(within(rail()).getByRole('button', { name: 'Collapse navigation' }));
    expect(within(rail()).getByRole('button', { name: 'Expand navigation' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(within(rail()).getByRole('link', { name: 'Library' })).toBeInTheDocument();
    expect(shell.host.preferences.watch('shell.rail_collapsed', false).get()).toBe(true);
  });

  it('[L-05] is collapsed on a tablet until the reader expands it, which is remembered', async () => {
    widthOf(820);
    const { shell } = await renderFrame();
    await userEvent.click(within(rail()).getByRole('button', { name: 'Expand navigation' }));
    expect(within(rail()).getByRole('button', { name: 'Collapse navigation' })).toBeInTheDocument();
    expect(shell.host.preferences.watch('shell.rail_collapsed', null).get()).toBe(false);
  });

  it('[LG-09] labels administrators', async () => {
    const { shell } = await renderFrame({ roles: ['admin'] });
    expect(shell.host.auth.hasRole('admin')).toBe(true);
    expect(shell.host.auth.hasRole('librarian')).toBe(false);
    expect(within(rail()).getByRole('link', { name: 'Administration' })).toHaveAttribute('href', '/admin');
  });
});

describe('the header', () => {
  it('[LY-02] has title, breadcrumbs, search, theme, notifications and the user menu', async () => {
    const { shell, onTour } = await renderFrame();
    const header = screen.getByRole('banner');
    expect(within(header).getAllByText('Export My Data')).not.toHaveLength(0);
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
    expect(crumbs.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');

    await userEvent.click(within(header).getByRole('button', { name: /Search your library/ }));
    expect(search.open).toHaveBeenCalled();
    await userEvent.click(within(header).getByRole('button', { name: 'Switch to dark theme' }));
    expect(shell.host.theme.mode.get()).toBe('dark');
    expect(within(header).getByRole('button', { name: 'Notifications' })).toBeInTheDocument();

    await userEvent.click(within(header).getByRole('button', { name: 'Your account: Ada Reader' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getByText('ada@example.org')).toBeInTheDocument();
    expect(menu.getAllByText('AR')).not.toHaveLength(0);
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Profile',
      'Settings',
      'Help',
      'Restart Guided Tour',
      'Tutorial',
      'Sign Out',
    ]);
    await userEvent.click(menu.getByRole('menuitem', { name: 'Restart Guided Tour' }));
    expect(onTour).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['Profile', '/profile'],
    ['Settings', '/settings'],
    ['Help', '/help'],
    ['Tutorial', '/onboarding'],
  ])('[LY-02] %s leads to %s', async (name, path) => {
    await renderFrame();
    await userEvent.click(screen.getByRole('button', { name: 'Your account: Ada Reader' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(window.location.pathname).toBe(path));
  });

  it('shows level and streak when the page is idle, and works without them if they fail', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const settings = { header: true, points: true, streak: true } as GamificationSettings;
    const routes = { 'GET /api/gamification/settings': () => settings };
    const Standing = () => <p>Level 4</p>;
    await renderFrame({
      routes,
      remotes: { 'mf-gamification/SummaryWidget': () => ({ default: Standing }) },
    });
    expect(await within(screen.getByRole('banner')).findByText('Level 4')).toBeInTheDocument();
    cleanup();
    const load = jest.fn(() => {
      throw new Error('Failed to fetch');
    });
    await renderFrame({ routes, remotes: { 'mf-gamification/SummaryWidget': load } });
    await waitFor(() => expect(load).toHaveBeenCalled());
    expect(screen.queryByText(/cannot be shown right now/)).not.toBeInTheDocument();
    jest.restoreAllMocks();
  });

  it('keeps previous messages in the notifications', async () => {
    const { shell } = await renderFrame();
    act(() => shell.notify.show({ tone: 'success', message: 'Walden is in your library.' }));
    await userEvent.click(screen.getByRole('button', { name: 'Notifications, 1 new' }));
    expect(await screen.findByText('Walden is in your library.')).toBeInTheDocument();
  });
});

describe('the footer', () => {
  it('[LY-03] has Legal, Support and About', async () => {
    await renderFrame();
    const links = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links('Legal')).toEqual([
      ['Privacy Policy', '/legal/privacy-policy'],
      ['Terms of Service', '/legal/terms-of-service'],
    ]);
    expect(links('Support')).toEqual([
      ['Contact Us', '/contact'],
      ['Help Center', '/help'],
      ['Export My Data', '/settings/data-export'],
    ]);
    expect(links('About')).toEqual([['About Lectern', '/about']]);
  });

  it('marks About with a dot after an update until the reader opens it', async () => {
    await renderFrame({ preferences: { 'about.seen_version': '0.0.1' } });
    expect(screen.getByRole('link', { name: 'About Lectern Updated since you last looked' })).toHaveAttribute(
      'href',
      '/about',
    );
  });

  it('[LY-03] Cookie Preferences clears the consent and reloads the page', async () => {
    const { shell } = await renderFrame();
    shell.consent.save({ analytics: true, marketing: true });
    await userEvent.click(screen.getByRole('button', { name: 'Cookie Preferences' }));
    expect(shell.consent.record.get()).toBeNull();
    expect(shell.left).toEqual(['here']);
  });
});

describe('bars and floating buttons', () => {
  it('[LY-04] at 768 px the bottom bar has Home, Library, Mentor, Notes and Guide', async () => {
    widthOf(768);
    await renderFrame({ routes: notes(2) });
    const bar = within(screen.getByRole('navigation', { name: 'Quick navigation' }));
    expect(bar.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard',
      '/library',
      '/mentor',
      '/notes',
      '/onboarding',
    ]);
    for (const name of ['Home', 'Library', 'Mentor', /Notes/, 'Guide']) {
      expect(bar.getByRole('link', { name })).toBeInTheDocument();
    }
  });

  it('[LY-04] [L-10] the quick menu has Notes, Collections, Upload with counts up to 99+, Rewards and Logout', async () => {
    widthOf(390);
    const { shell } = await renderFrame({ routes: notes(150) });
    await screen.findByText('99+');
    await userEvent.click(screen.getByRole('button', { name: 'Quick menu' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Notes (99+)',
      'Collections',
      'Upload',
      'Rewards',
      'Logout',
    ]);
    await userEvent.click(menu.getByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(shell.left).toEqual(['/']));
  });

  it('[LY-04] neither is shown at 769 px', async () => {
    widthOf(769);
    await renderFrame();
    expect(screen.queryByRole('button', { name: 'Quick menu' })).not.toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Quick navigation' })).not.toBeInTheDocument();
  });

  it('[LY-05] a search button, and a skip link to the main content', async () => {
    await renderFrame();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(search.open).toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: 'Skip to main content' }));
    expect(screen.getByRole('main')).toHaveFocus();
  });
});
