/** @jest-environment node */
import { inCanary } from '@lectern/shared-contracts/contract/canary.ts';
import { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { checkRegistry, contentsOf, published } from './checkRegistry.ts';

const description = {
  name: 'mf-library',
  version: '1.2.3-abc',
  contract: '1.0',
  exposes: ['LibraryPage'],
  manifest: 'mf-manifest.json',
  files: [{ path: 'a.js', bytes: 12, integrity: 'sha384-x' }],
};
const good = {
  remotes: { 'mf-library': { current: { base: '/remotes/mf-library/1.2.3-abc/', description } } },
};
const withDescription = (change: object) => ({
  remotes: { 'mf-library': { current: { base: '/r/', description: { ...description, ...change } } } },
});

describe('checking the registry of remotes', () => {
  it('accepts a valid registry and ignores unknown fields', () => {
    const checked = checkRegistry({ ...good, remotes: { ...good.remotes, 'mf-x': 5 }, later: true });
    expect(checked?.remotes.get('mf-library')?.current.description).toMatchObject({ version: '1.2.3-abc' });
    expect(checked?.refused).toEqual(['mf-x']);
  });

  it.each([null, 5, 'x', [], {}, { remotes: null }])('rejects %j', (raw) => {
    expect(checkRegistry(raw)).toBeNull();
  });

  it.each([
    { name: 'mf-other' },
    { name: '../mf-library' },
    { name: 5 },
    { version: 'a/b' },
    { version: '/1.0.0' },
    { version: '1.0.0/' },
    { version: '' },
    { version: 'v'.repeat(61) },
    { version: 1 },
    { contract: '1' },
    { contract: '1.0.0' },
    { contract: 'x1.0' },
    { contract: '1234567.0' },
    { contract: '1.1234567' },
    { contract: 1.5 },
    { manifest: undefined },
    { exposes: 'LibraryPage' },
    { exposes: ['LibraryPage', 5] },
    { files: {} },
    { files: [{}] },
    { files: [null] },
    { files: [...description.files, { path: 'b.js', bytes: 1 }] },
    { files: [{ path: 'a.js', integrity: 'x' }] },
    { files: [{ bytes: 1, integrity: 'x' }] },
  ])('rejects only the entry with %j', (change) => {
    const { remotes } = withDescription(change);
    const other = { current: { base: '/r/', description: { ...description, name: 'mf-other' } } };
    const checked = checkRegistry({ remotes: { ...remotes, 'mf-other': other } });
    expect([checked?.refused, [...(checked?.remotes.keys() ?? [])]]).toEqual([['mf-library'], ['mf-other']]);
  });

  it.each(['mf-', 'MF-library', 'xmf-library', 'mf-library/', `mf-${'a'.repeat(41)}`])(
    'rejects a remote with the name %j',
    (name) => {
      const entry = { current: { base: '/r/', description: { ...description, name } } };
      expect(checkRegistry({ remotes: { [name]: entry } })?.refused).toEqual([name]);
    },
  );

  it.each([
    null,
    'x',
    {},
    { description },
    { base: 5, description },
    { base: '/r', description },
    { base: '/r/', description: null },
  ])('%j is not a published version', (raw) => {
    expect(published(raw, 'mf-library')).toBeNull();
  });

  it('a version is kept as published, is frozen, and has no unknown fields', () => {
    const found = published(
      { base: '/r/', description: { ...description, later: 5 }, later: 5 },
      'mf-library',
    );
    expect(found).toEqual({ base: '/r/', description });
    expect(Object.isFrozen(found?.description)).toBe(true);
  });

  it.each([
    { contract: '123456.123456' },
    { version: 'v'.repeat(60) },
    { version: 'A' },
    { files: [] },
    { list: { path: 'list.json', integrity: 'sha384-y' } },
    { api: '1.10' },
    { entry: 'remoteEntry.js' },
    { container: 'mf_library' },
    { container: `mf_${'a'.repeat(40)}` },
    { scripts: { './LibraryPage': ['a.js', 'b.js'], './Other': [] } },
  ])('keeps %j of an entry', (change) => {
    const found = checkRegistry(withDescription(change))?.remotes.get('mf-library');
    expect(found?.current.description).toEqual({ ...description, ...change });
  });

  it.each([
    { list: null },
    { list: { path: 5, integrity: 'x' } },
    { list: { path: 'list.json' } },
    { api: '1' },
    { entry: 5 },
    { container: 'window' },
    { container: 'x mf_library' },
    { container: 'mf_library;' },
    { container: `mf_${'a'.repeat(41)}` },
    { scripts: null },
    { scripts: ['a.js'] },
    { scripts: { './LibraryPage': ['a.js', 5] } },
    { scripts: { './LibraryPage': ['a.js'], './Other': 'b.js' } },
  ])('drops %j of an entry', (change) => {
    const found = checkRegistry(withDescription(change))?.remotes.get('mf-library');
    expect(found?.current.description).toEqual(description);
  });

  it('accepts the previous version and a canary if they are valid', () => {
    const { current } = good.remotes['mf-library'];
    const previous = {
      base: '/remotes/mf-library/1.2.2/',
      description: { ...description, version: '1.2.2' },
    };
    const canary = { ...current, share: 0.5 };
    const found = (entry: object) =>
      checkRegistry({ remotes: { 'mf-library': { current, ...entry } } })?.remotes.get('mf-library');
    expect(found({ previous, canary })).toEqual({ current, previous, canary });
    expect(found({ previous: { base: '/r/' }, canary: { share: 0.5 } })).toEqual({
      current,
      previous: null,
      canary: null,
    });
  });

  it.each([
    null,
    5,
    {},
    { remotes: 'x' },
    { remotes: { 'mf-library': null } },
    { remotes: { 'mf-library': {} } },
  ])('finds no content of remotes in %j', (raw) => {
    expect(contentsOf(raw).size).toBe(0);
  });

  it('keeps the content of a remote whose version is rejected, unless its name is invalid', () => {
    const pages = [{ path: '/library', expose: 'LibraryPage', title: 'Library' }];
    const entry = { current: { description: { pages } } };
    const checked = checkRegistry({ remotes: { 'mf-library': entry, 'x-library': entry } });
    expect(checked?.refused).toEqual(['mf-library', 'x-library']);
    expect([...(checked?.contents.keys() ?? [])]).toEqual(['mf-library']);
  });

  it.each([
    [0, true],
    [0.05, true],
    [1, true],
    [5, false],
    [-0.1, false],
    [Number.NaN, false],
    ['0.5', false],
    [undefined, false],
  ])('[M-09] a canary with a share of %p is accepted: %p', (share, taken) => {
    const { current } = good.remotes['mf-library'];
    const raw = { remotes: { 'mf-library': { current, canary: { ...current, share } } } };
    const found = checkRegistry(raw)?.remotes.get('mf-library');
    expect(found?.current.base).toBe(current.base);
    expect(found?.canary !== null).toBe(taken);
  });

  it('agrees with the schema: what is accepted here is valid there', () => {
    const sometimes = <T>(value: T) =>
      fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>(value) }, fc.anything());
    const entry = fc.record({
      base: sometimes('/r/'),
      description: fc.record(
        Object.fromEntries(Object.entries(description).map(([key, value]) => [key, sometimes(value)])),
        { requiredKeys: [] },
      ),
    });
    fc.assert(
      fc.property(entry, (current) => {
        const raw = { remotes: { 'mf-library': { current } } };
        if (checkRegistry(raw)?.remotes.has('mf-library'))
          expect(Value.Check(RemoteRegistry, raw)).toBe(true);
      }),
    );
  });

  it('[T-12] a reader gets the pages of the selected version', () => {
    const pages = (path: string) => [{ path, expose: 'LibraryPage', title: 'Library' }];
    const at = (path: string) => ({ base: '/r/', description: { ...description, pages: pages(path) } });
    const raw = { remotes: { 'mf-library': { current: at('/old'), canary: { ...at('/new'), share: 0.5 } } } };
    const readers = Array.from({ length: 40 }, (_, at) => `reader-${at}`);
    const pathFor = (who: string | null) =>
      checkRegistry(raw, who)?.contents.get('mf-library')?.pages[0]?.path;
    expect(new Set(readers.map(pathFor))).toEqual(new Set(['/old', '/new']));
    for (const who of readers) expect(pathFor(who) === '/new').toBe(inCanary('mf-library', who, 0.5));
    expect(pathFor(null)).toBe('/old');
  });
});
