import { fetchOrReuseEarly } from '@lectern/client/api/earlyFetch.ts';
import { registryAddress } from '@lectern/client/registry/entryFiles.ts';
import { describedRemote } from '@lectern/client/testing/describedRemotes.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';
import { earlyRegistry } from './earlyRegistry.ts';

const path = 'first/LibraryPage.de.js';
const files = [
  { path: 'remoteEntry.js', bytes: 1, integrity: 'sha256-entry' },
  { path, bytes: 1, integrity: 'sha256-view' },
];
const library = (description: object = {}, more: object = {}) => ({
  remotes: {
    'mf-library': {
      current: {
        base: '/remotes/mf-library/1/',
        description: {
          ...describedRemote('mf-library'),
          contract: CONTRACT_VERSION,
          entry: 'remoteEntry.js',
          container: 'mf_library',
          firstViews: { LibraryPage: { de: path } },
          files,
          ...description,
        },
      },
      ...more,
    },
  },
});

const ask = (registry: unknown, page = 'https://lectern.example/library', language = 'de') => {
  globalThis.fetch = jest.fn(async () => ({
    ok: registry !== 404,
    headers: new Headers({ 'lectern-api': '1' }),
    clone: () => ({ json: async () => (typeof registry === 'string' ? JSON.parse(registry) : registry) }),
  })) as unknown as typeof fetch;
  return earlyRegistry(page, language);
};
const asked = () => [...document.head.querySelectorAll('link')].map(({ href }) => href);
beforeEach(() => document.head.replaceChildren());

describe('the script of the first view', () => {
  it('is that of the page in the current language, with its digest', async () => {
    const { firstView: view } = ask(library());
    expect(await view).toEqual({
      address: `https://lectern.example/remotes/mf-library/1/${path}`,
      integrity: 'sha256-view',
    });
  });

  it.each<[string, unknown, ...string[]]>([
    ['there is none in the language', library(), 'https://lectern.example/library', 'fr'],
    ['the page has none', library(), 'https://lectern.example/notes', 'de'],
    ['the page is the shell’s', library(), 'https://lectern.example/dashboard', 'de'],
    [
      'it is on another origin',
      library({ firstViews: { LibraryPage: { de: 'https://evil.example/x.js' } } }),
    ],
    ['it has no digest', library({ files: [] })],
    ['there is a canary', library({}, { canary: {} })],
    ['the remote is for another contract', library({ contract: '99.0' })],
    ['the registry cannot be loaded', 404],
    ['the registry cannot be read', '<html>'],
    ['the registry is invalid', '{}'],
  ])('is missing when %s', async (_, registry, ...where) => {
    const parts = ask(registry, ...where);
    expect(await parts.firstView).toBeNull();
    await parts.preloadScripts();
    await fetchOrReuseEarly(registryAddress);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

it('the files of the page’s remote are requested when it is time', async () => {
  const { preloadScripts } = ask(library({ entry: 'later.js' }));
  expect(asked()).toEqual([]);
  await preloadScripts();
  expect(asked()).toEqual(['https://lectern.example/remotes/mf-library/1/later.js']);
});

describe('the first reads of a page', () => {
  const read = { key: 'GET /books/:id/manifest', request: { params: { id: 'b1' } }, options: {} };
  const reader = async (registry: unknown) =>
    (await ask(registry, 'https://lectern.example/read/b1').page).reads;
  const described = { remotes: { 'mf-reader': { current: { description: describedRemote('mf-reader') } } } };
  afterEach(() => localStorage.clear());

  it('are known from the last visit, with the parameters of the path', async () => {
    localStorage.setItem(storageKeys.registry, JSON.stringify(described));
    expect((await reader(404))[0]).toEqual(read);
  });

  it('are known from the registry at a first visit', async () => {
    expect((await reader(described))[0]).toEqual(read);
  });

  it.each([
    '<html>',
    '{}',
    '{"remotes":{"mf-x":5}}',
    '{"remotes":{"mf-x":{"current":{"description":{"pages":5}}}}}',
  ])('are empty when the copy contains %s', async (copy) => {
    localStorage.setItem(storageKeys.registry, copy);
    expect(await reader(404)).toEqual([]);
  });
});

it('files known from the last visit are requested without waiting for the registry', () => {
  document.head.replaceChildren();
  localStorage.setItem(storageKeys.registry, JSON.stringify(library({ entry: 'known.js' })));
  ask(library({ entry: 'known.js' }))
    .preloadScripts()
    .catch(() => undefined);
  expect(asked()).toContain('https://lectern.example/remotes/mf-library/1/known.js');
  localStorage.clear();
});
