import { findRoute, routeTable } from '../router/routeTable.ts';
import { describedRemotes } from '../testing/describedRemotes.ts';
import { redirectFor } from './access.ts';

const { routes } = routeTable(describedRemotes());

const at = (address: string, status: 'visitor' | 'signed-in') => {
  const { pathname, search, hash, origin } = new URL(address, 'https://books.example');
  const entry = findRoute(pathname, routes)?.entry ?? null;
  const to = redirectFor(entry, status, { pathname, search, hash, origin });
  return to === null ? 'page' : `to ${to}`;
};

const userPages = [
  '/dashboard',
  '/library',
  '/collections',
  '/mentor',
  '/notes',
  '/gamification',
  '/onboarding',
  '/upload',
  '/read/5f0c',
  '/profile',
  '/settings',
  '/settings/data-export',
  '/help',
  '/about',
];

describe('what an address shows', () => {
  it('[RT-01] the landing page to a visitor; a reader goes on to the dashboard', () => {
    expect(at('/', 'visitor')).toBe('page');
    expect(at('/', 'signed-in')).toBe('to /dashboard');
  });

  it.each(['/login', '/signup'])('[RT-02] %s to a visitor; a reader goes on to the dashboard', (address) => {
    expect(at(address, 'visitor')).toBe('page');
    expect(at(address, 'signed-in')).toBe('to /dashboard');
  });

  it('the form for a new password to whoever follows a reset link, signed in or not', () => {
    expect(at('/login#reset=abc', 'visitor')).toBe('page');
    expect(at('/login#reset=abc', 'signed-in')).toBe('page');
    expect(at('/signup#reset=abc', 'signed-in')).toBe('to /dashboard');
  });

  it.each(['/contact', '/legal/privacy-policy', '/legal/terms-of-service'])(
    '[RT-03] %s to everybody',
    (address) => {
      expect(at(address, 'visitor')).toBe('page');
      expect(at(address, 'signed-in')).toBe('page');
    },
  );

  it.each(userPages)('[RT-05] %s to a reader; a visitor signs in first, and comes back', (address) => {
    expect(at(address, 'signed-in')).toBe('page');
    const next = address === '/dashboard' ? '' : `?next=${encodeURIComponent(address)}`;
    expect(at(address, 'visitor')).toBe(`to /login${next}`);
    expect(at(`/login${next}`, 'signed-in')).toBe(`to ${address}`);
  });

  it('[RT-05] query and hash come back too', () => {
    expect(at('/library?tab=notes#n1', 'visitor')).toBe('to /login?next=%2Flibrary%3Ftab%3Dnotes%23n1');
    expect(at('/login?next=%2Flibrary%3Ftab%3Dnotes%23n1', 'signed-in')).toBe('to /library?tab=notes#n1');
  });

  it('[AA-15] another origin is not followed', () => {
    expect(at('/login?next=%2F%2Fevil.example', 'signed-in')).toBe('to /dashboard');
    expect(at('/login?next=https%3A%2F%2Fevil.example', 'signed-in')).toBe('to /dashboard');
  });

  it.each(['/nowhere', '/read', '/library/x/y'])('[RT-07] an unknown path %s', (address) => {
    expect(at(address, 'signed-in')).toBe('to /dashboard');
    expect(at(address, 'visitor')).toBe('to /');
  });
});
