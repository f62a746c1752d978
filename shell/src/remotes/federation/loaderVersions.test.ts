/** @jest-environment node */
import { checkRegistry } from '@lectern/client/registry/checkRegistry.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';
import { createLoader, type LoadReport } from './loader.ts';
import type { FederationRuntime } from './remoteModules.ts';

const Page = () => null;
const page = 'https://books.example/library';

describe('versions of a remote', () => {
  const published = (version: string, change: object = {}) => ({
    base: `/remotes/mf-library/${version}/`,
    description: {
      name: 'mf-library',
      version,
      contract: CONTRACT_VERSION,
      exposes: ['LibraryPage', 'UploadPage'],
      manifest: 'mf-manifest.json',
      entry: 'remoteEntry.js',
      container: 'mf_library',
      scripts: { LibraryPage: ['page.js'] },
      files: [
        { path: 'remoteEntry.js', bytes: 1, integrity: 'sha384-entry' },
        { path: 'page.js', bytes: 1, integrity: 'sha384-page' },
      ],
      ...change,
    },
  });

  /** The registry is the result of `answers` at each request. */
  function setUpVersions(
    answers: () => object,
    options: Parameters<typeof createLoader>[3] = {},
    runtime: Partial<FederationRuntime> = {},
  ) {
    const registered: string[] = [];
    const ahead: unknown[] = [];
    const loader = createLoader(
      {
        load: async () =>
          checkRegistry({ remotes: { 'mf-library': answers() } }) ?? Promise.reject(new Error('none')),
        expire: () => undefined,
      },
      {
        registerRemotes: (list, how) => {
          registered.push(
            ...list.map(({ entry }) => `${entry.split('/').slice(-2).join('/')}${how?.force ? ' anew' : ''}`),
          );
        },
        preloadScripts: (files) => ahead.push(...files),
        loadRemote: async () => ({ default: Page }),
        ...runtime,
      },
      page,
      options,
    );
    return { loader, registered, ahead };
  }

  it('requests entry and page in parallel, each with its integrity digest', async () => {
    const { loader, registered, ahead } = setUpVersions(() => ({ current: published('1.0.0') }));
    await loader.load({ remote: 'mf-library', expose: 'LibraryPage' });
    expect(registered).toEqual(['1.0.0/remoteEntry.js']);
    expect(ahead).toEqual([
      { address: `${new URL('/remotes/mf-library/1.0.0/remoteEntry.js', page)}`, integrity: 'sha384-entry' },
      { address: `${new URL('/remotes/mf-library/1.0.0/page.js', page)}`, integrity: 'sha384-page' },
    ]);
  });

  it.each([
    { entry: 'https://evil.example/remoteEntry.js' },
    { scripts: { LibraryPage: ['//evil.example/page.js'] } },
  ])('[AE-07] a description cannot load code from outside the folder in the registry: %j', async (change) => {
    const { loader, registered, ahead } = setUpVersions(() => ({ current: published('1.0.0', change) }));
    expect(await loader.load({ remote: 'mf-library', expose: 'LibraryPage' })).toMatchObject({
      failure: { stage: 'gate', code: 'address' },
    });
    expect([registered, ahead]).toEqual([[], []]);
  });

  it('[MF-01] a share of the readers gets the canary, the others the current version', async () => {
    const entry = { current: published('1.0.0'), canary: { ...published('1.1.0'), share: 0.5 } };
    const got = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const { loader, registered } = setUpVersions(() => entry, { userId: () => `reader-${n}` });
        await loader.load({ remote: 'mf-library', expose: 'LibraryPage' });
        return registered[0];
      }),
    );
    expect(new Set(got)).toEqual(new Set(['1.0.0/remoteEntry.js', '1.1.0/remoteEntry.js']));
  });

  it('reports the versions that a reader gets, also in a canary', async () => {
    const entry = { current: published('1.0.0'), canary: { ...published('1.1.0'), share: 0.5 } };
    const told = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const { loader, registered } = setUpVersions(() => entry, { userId: () => `reader-${n}` });
        const [{ description } = published('none')] = await loader.inUse();
        await loader.load({ remote: 'mf-library', expose: 'LibraryPage' });
        return [`${description.version}/remoteEntry.js`, registered[0]];
      }),
    );
    for (const [said, run] of told) expect(said).toBe(run);
    expect(new Set(told.flat()).size).toBe(2);
  });

  it('[MF-01] an open page keeps its version when another is deployed', async () => {
    let version = '1.0.0';
    const { loader, registered } = setUpVersions(() => ({ current: published(version) }));
    await loader.load({ remote: 'mf-library', expose: 'LibraryPage' });
    version = '1.1.0';
    await loader.load({ remote: 'mf-library', expose: 'UploadPage' });
    expect(registered).toEqual(['1.0.0/remoteEntry.js']);
  });

  it('[MF-01] an open page switches to the new version on retry when the old files are gone', async () => {
    let version = '1.0.0';
    let gone = false;
    const { loader, registered } = setUpVersions(
      () => ({ current: published(version) }),
      {},
      {
        loadRemote: async () =>
          gone ? Promise.reject(new Error('Loading chunk 5 failed')) : { default: Page },
      },
    );
    await loader.load({ remote: 'mf-library', expose: 'LibraryPage' });
    version = '1.1.0';
    gone = true;
    expect((await loader.load({ remote: 'mf-library', expose: 'UploadPage' })).ok).toBe(false);
    gone = false;
    expect((await loader.load({ remote: 'mf-library', expose: 'UploadPage' })).ok).toBe(true);
    expect(registered).toEqual(['1.0.0/remoteEntry.js', '1.1.0/remoteEntry.js anew']);
  });

  it('reports the result of each load', async () => {
    const reports: LoadReport[] = [];
    const { loader } = setUpVersions(() => ({ current: published('1.0.0') }), {
      onLoad: (it) => reports.push(it),
    });
    await loader.load({ remote: 'mf-library', expose: 'LibraryPage' });
    await loader.load({ remote: 'mf-library', expose: 'NotesPage' });
    expect(reports).toMatchObject([
      { remote: 'mf-library', version: '1.0.0', expose: 'LibraryPage', failure: null },
      { remote: 'mf-library', version: '1.0.0', expose: 'NotesPage', failure: { stage: 'gate' } },
    ]);
  });
});
