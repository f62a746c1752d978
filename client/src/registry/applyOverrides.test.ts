/** @jest-environment node */

import { checkRegistry } from './checkRegistry.ts';
import { applyOverrides } from './overrides.ts';

const described = (version: string) => ({
  name: 'mf-reader',
  version,
  contract: '1.3',
  exposes: ['ReaderPage'],
  manifest: 'mf-manifest.json',
  files: [{ path: 'remoteEntry.js', bytes: 1, integrity: 'sha256-x' }],
  pages: [{ path: `/read-${version.replaceAll('.', '-')}`, expose: 'ReaderPage', title: 'Reader' }],
});
const published = (version: string) => ({
  base: `/remotes/mf-reader/${version}/`,
  description: described(version),
});

describe('[T-12] mixed versions in one browser', () => {
  const { fetch } = globalThis;
  const fetched: string[] = [];
  const remotes = { 'mf-reader': { current: published('1.3.0-aa'), previous: published('1.2.0-bb') } };
  const registry = checkRegistry({ remotes });
  if (!registry) throw new Error('The test registry is invalid.');

  beforeEach(() => {
    fetched.length = 0;
    globalThis.fetch = (async (address: string) => {
      fetched.push(address);
      const version = /mf-reader\/([^/]+)\//.exec(address)?.[1] ?? '';
      return {
        ok: version !== '9.9.9',
        headers: new Headers({ 'lectern-api': '1.0' }),
        json: async () => described(version),
      };
    }) as unknown as typeof fetch;
  });
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  it.each([
    ['1.2.0', '1.2.0-bb'],
    ['previous', '1.2.0-bb'],
    ['1.1.0-cc', '1.1.0-cc'],
  ])('%s selects %s, with its pages', async (named, version) => {
    const mixed = await applyOverrides({ 'mf-reader': named }, registry);
    expect(mixed.remotes.get('mf-reader')?.current.description.version).toBe(version);
    expect(mixed.contents.get('mf-reader')?.pages[0]?.path).toBe(`/read-${version.replaceAll('.', '-')}`);
    expect(mixed.overridden).toEqual([`mf-reader@${named}`]);
  });

  it('an unpublished version fails like a remote, and the deployed one is not run instead', async () => {
    const mixed = await applyOverrides({ 'mf-reader': '9.9.9' }, registry);
    expect([mixed.remotes.has('mf-reader'), mixed.refused]).toEqual([false, ['mf-reader']]);
  });
});
