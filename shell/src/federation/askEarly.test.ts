import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';
import { findRoute } from '../routes/findRoute.ts';
import { askEarly, firstParts, takeEarly } from './askEarly.ts';

it.each(Object.entries(firstParts))('what %s begins with is what its route is made of', (path, parts) => {
  const entry = findRoute(path)?.entry;
  const remotes = [...(entry && 'remote' in entry.page ? [entry.page] : []), ...(entry?.widgets ?? [])];
  expect(parts).toEqual(remotes.map(({ remote, expose }) => [remote, expose]));
});

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
  return askEarly(page, language);
};
const asked = () => [...document.head.querySelectorAll('link')].map(({ href }) => href);
beforeEach(() => document.head.replaceChildren());

describe('the script of the first view', () => {
  it('is the page’s, in the language, with its digest', async () => {
    const { view } = await ask(library());
    expect(view).toEqual({
      address: `https://lectern.example/remotes/mf-library/1/${path}`,
      integrity: 'sha256-view',
    });
  });

  it.each<[string, unknown, ...string[]]>([
    ['there is none in the language', library(), 'https://lectern.example/library', 'fr'],
    ['the page has none', library(), 'https://lectern.example/notes', 'de'],
    ['the page is made of several', library(), 'https://lectern.example/dashboard', 'de'],
    ['it lies elsewhere', library({ firstViews: { LibraryPage: { de: 'https://evil.example/x.js' } } })],
    ['it has no digest', library({ files: [] })],
    ['some readers get another version', library({}, { canary: {} })],
    ['the remote is for another contract', library({ contract: '99.0' })],
    ['the registry does not come', 404],
    ['the registry cannot be read', '<html>'],
    ['the registry is something else', '{}'],
  ])('is not there when %s', async (_, registry, ...where) => {
    const parts = await ask(registry, ...where);
    expect(parts.view).toBeNull();
    expect(() => parts.fetchAll()).not.toThrow();
    expect(takeEarly()).not.toBeNull();
  });
});

it('the files of the page’s remote are asked for when it is time', async () => {
  const { fetchAll } = await ask(library({ entry: 'later.js' }));
  expect(asked()).toEqual([]);
  fetchAll();
  expect(asked()).toEqual(['https://lectern.example/remotes/mf-library/1/later.js']);
});
