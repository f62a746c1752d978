import { inCanary } from '@lectern/shared-contracts/contract/canary.ts';
import { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { checkRegistry } from './checkRegistry.ts';

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

describe('the registry of remotes', () => {
  it('is taken when it is sound, and unknown fields are ignored', () => {
    const checked = checkRegistry({ ...good, remotes: { ...good.remotes, 'mf-x': 5 }, later: true });
    expect(checked?.remotes.get('mf-library')?.current.description).toMatchObject({ version: '1.2.3-abc' });
    expect(checked?.refused).toEqual(['mf-x']);
  });

  it.each([null, 5, 'x', [], {}, { remotes: null }])('%j is none', (raw) => {
    expect(checkRegistry(raw)).toBeNull();
  });

  it.each([
    { name: 'mf-other' },
    { name: '../mf-library' },
    { version: 'a/b' },
    { contract: '1' },
    { exposes: 'LibraryPage' },
    { files: [{}] },
  ])('an entry with %j is refused, alone', (change) => {
    expect(checkRegistry(withDescription(change))?.refused).toEqual(['mf-library']);
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
  ])('[M-09] a canary with a share of %p is taken: %p', (share, taken) => {
    const { current } = good.remotes['mf-library'];
    const raw = { remotes: { 'mf-library': { current, canary: { ...current, share } } } };
    const found = checkRegistry(raw)?.remotes.get('mf-library');
    expect(found?.current.base).toBe(current.base);
    expect(found?.canary !== null).toBe(taken);
  });

  it('agrees with the schema: what is taken here is valid there', () => {
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

  it('[T-12] brings a reader the pages of the version that this reader gets', () => {
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
