/** @jest-environment node */

import { shellPages } from '@lectern/client/pwa/service-worker/ownPages.ts';
import { type RemoteContents, remoteContent } from '@lectern/client/registry/remoteContent.ts';
import { ownRoutes } from './ownRoutes.ts';
import { matchRoute, routeTable } from './routeTable.ts';

const contents = (remotes: Record<string, unknown>): RemoteContents =>
  new Map(Object.entries(remotes).map(([name, raw]) => [name, remoteContent(raw)]));
const page = (path: string, expose = 'LendingPage') => ({ path, expose, title: 'Lending' });
const lending = (...paths: string[]) =>
  routeTable(contents({ 'mf-lending': { pages: paths.map((path) => page(path)) } }));

describe('the route table', () => {
  it('[T-01] the service worker knows the pages of the shell', () => {
    expect(shellPages).toEqual(ownRoutes.map(({ path }) => path));
  });

  it('has the pages of a remote, for signed-in readers by default, with a name for its failure', () => {
    const { routes } = lending('/lending/:loanId');
    expect(matchRoute('/lending/7', routes)).toEqual({
      entry: {
        path: '/lending/:loanId',
        title: 'Lending',
        access: 'user',
        page: { remote: 'mf-lending', expose: 'LendingPage' },
        failure: { name: 'Lending', area: 'default' },
      },
      params: { loanId: '7' },
    });
  });

  it.each([
    '/dashboard',
    '/settings',
    '/Settings/',
    '/settings/data-export',
    '/login',
    '/v1/books',
    '/remotes/x',
  ])('rejects a page at the reserved path %s', (path) => {
    const { routes, refused } = lending(path.replace(/\/$/, ''));
    expect(refused).toMatchObject([{ remote: 'mf-lending', expose: 'LendingPage' }]);
    expect(routes.some((entry) => 'remote' in entry.page)).toBe(false);
  });

  it('rejects a pattern that matches a path of the shell, and the second remote at a path', () => {
    expect(lending('/settings/:part').refused).toHaveLength(1);
    const { routes, refused } = routeTable(
      contents({ 'mf-a': { pages: [page('/lending/:id')] }, 'mf-b': { pages: [page('/lending/:loanId')] } }),
    );
    expect(refused).toMatchObject([{ remote: 'mf-b', path: '/lending/:loanId' }]);
    expect(matchRoute('/lending/1', routes)?.entry.page).toMatchObject({ remote: 'mf-a' });
  });

  it('orders the fills of all remotes, and collects the offline reads', () => {
    const fill = (name: string, order?: number) => ({
      point: 'shell/dashboard',
      expose: 'Widget',
      name,
      order,
    });
    const notes = { key: 'GET /notes', offline: true };
    const { fills, offlineReads } = routeTable(
      contents({
        'mf-a': {
          fills: [fill('last'), fill('second', 20)],
          pages: [{ ...page('/a'), reads: [notes] }],
        },
        'mf-b': {
          fills: [fill('first', 10)],
          offlineReads: [{ key: 'GET /collections' }],
          data: [{ name: 'loans' }],
        },
      }),
    );
    expect(fills.map(({ name }) => name)).toEqual(['first', 'second', 'last']);
    const rows = {
      key: 'GET /parts/:part/rows/:collection',
      params: { part: 'mf-b', collection: 'loans' },
      offline: true,
    };
    expect(offlineReads).toEqual(
      expect.arrayContaining([notes, { key: 'GET /collections', offline: true }, rows]),
    );
  });
});
