/** @jest-environment node */

import { describedRemotes } from '@lectern/client/testing/describedRemotes.ts';
import { matchRoute, routeTable } from '../router/routeTable.ts';
import { redirectFor } from './access.ts';

const { routes } = routeTable(describedRemotes());

const at = (address: string, status: 'visitor' | 'signed-in') => {
  const { pathname, search, hash, origin } = new URL(address, 'https://books.example');
  const entry = matchRoute(pathname, routes)?.entry ?? null;
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

describe('access to routes', () => {
  it('[RT-01] shows the landing page to visitors; redirects readers to the dashboard', () => {
    expect(at('/', 'visitor')).toBe('page');
    expect(at('/', 'signed-in')).toBe('to /dashboard');
  });

  it.each(['/login', '/signup'])(
    '[RT-02] shows %s to visitors; redirects readers to the dashboard',
    (address) => {
      expect(at(address, 'visitor')).toBe('page');
      expect(at(address, 'signed-in')).toBe('to /dashboard');
    },
  );

  it('shows the form for a new password to anyone with a reset link', () => {
    expect(at('/login#reset=abc', 'visitor')).toBe('page');
    expect(at('/login#reset=abc', 'signed-in')).toBe('page');
    expect(at('/signup#reset=abc', 'signed-in')).toBe('to /dashboard');
  });

  it.each(['/contact', '/legal/privacy-policy', '/legal/terms-of-service'])(
    '[RT-03] shows %s to everybody',
    (address) => {
      expect(at(address, 'visitor')).toBe('page');
      expect(at(address, 'signed-in')).toBe('page');
    },
  );

  it.each(userPages)('[RT-05] shows %s to readers; visitors sign in first and return', (address) => {
    expect(at(address, 'signed-in')).toBe('page');
    const next = address === '/dashboard' ? '' : `?next=${encodeURIComponent(address)}`;
    expect(at(address, 'visitor')).toBe(`to /login${next}`);
    expect(at(`/login${next}`, 'signed-in')).toBe(`to ${address}`);
  });

  it('[RT-05] keeps query and hash for the return', () => {
    expect(at('/library?tab=notes#n1', 'visitor')).toBe('to /login?next=%2Flibrary%3Ftab%3Dnotes%23n1');
    expect(at('/login?next=%2Flibrary%3Ftab%3Dnotes%23n1', 'signed-in')).toBe('to /library?tab=notes#n1');
  });

  it('[AA-15] does not redirect to another origin', () => {
    expect(at('/login?next=%2F%2Fevil.example', 'signed-in')).toBe('to /dashboard');
    expect(at('/login?next=https%3A%2F%2Fevil.example', 'signed-in')).toBe('to /dashboard');
  });

  it.each(['/nowhere', '/read', '/library/x/y'])('[RT-07] redirects from the unknown path %s', (address) => {
    expect(at(address, 'signed-in')).toBe('to /dashboard');
    expect(at(address, 'visitor')).toBe('to /');
  });
});
