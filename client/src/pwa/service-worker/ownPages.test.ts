/** @jest-environment node */
import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';

const stored = new Map<string, Response>();
beforeEach(() => {
  stored.clear();
  jest.resetModules();
  Object.assign(globalThis, {
    caches: {
      open: async () => ({
        match: async (key: string) => stored.get(key)?.clone(),
        put: async (key: string, response: Response) => {
          stored.set(key, response);
        },
      }),
    },
  });
});

const registry = (...paths: string[]) =>
  ({
    remotes: { 'mf-lending': { current: { description: { pages: paths.map((path) => ({ path })) } } } },
  }) as unknown as RemoteRegistry;

/** As after a start of the worker, which knows only what is cached. */
const load = () => {
  jest.resetModules();
  return import('./ownPages.ts');
};
const own = async (...paths: string[]) => {
  const { isOwnPage } = await load();
  return Promise.all(paths.map((path) => isOwnPage(path)));
};

describe('pages of this app', () => {
  it('[T-01] are those of the shell and of the remotes, and no others of the host', async () => {
    await (await load()).rememberPages(registry('/lending/:loanId'));
    expect(await own('/', '/settings/', '/lending/7')).toEqual([true, true, true]);
    expect(await own('/wiki/', '/lending', '/lending/7/more', '/settings/wiki')).toEqual(
      Array(4).fill(false),
    );
  });

  it('follow a new registry', async () => {
    await (await load()).rememberPages(registry('/loans'));
    await (await load()).rememberPages(registry('/lending'));
    expect(await own('/loans', '/lending')).toEqual([false, true]);
  });

  it('are those of the shell when what is cached is damaged', async () => {
    stored.set('/pages.json', new Response('{'));
    expect(await own('/help', '/loans')).toEqual([true, false]);
  });
});
