/** @jest-environment node */
import { type CheckedRegistry, checkRegistry } from '@lectern/client/registry/checkRegistry.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';
import { createLoader, type LoadReport } from './loader.ts';
import type { FederationRuntime } from './remoteModules.ts';

const Page = () => null;
const page = 'https://books.example/library';

function setUp(
  change: {
    contract?: string;
    entry?: string | undefined;
    base?: string;
    api?: string | undefined;
    offered?: string | null;
  } = {},
  runtime: Partial<FederationRuntime> = {},
  onLoad?: (report: LoadReport) => void,
  load?: () => Promise<CheckedRegistry>,
) {
  const description = {
    name: 'mf-library',
    version: '1.0.0',
    contract: change.contract ?? CONTRACT_VERSION,
    exposes: ['LibraryPage', 'UploadPage'],
    manifest: 'mf-manifest.json',
    entry: 'entry' in change ? change.entry : 'remoteEntry.js',
    container: 'mf_library',
    ...(change.api === undefined ? {} : { api: change.api }),
    files: [],
  };
  const base = change.base ?? '/remotes/mf-library/1.0.0/';
  const registry = checkRegistry({ remotes: { 'mf-library': { current: { base, description } } } });
  if (registry && change.offered !== undefined) registry.api = change.offered;
  const calls: string[] = [];
  const loader = createLoader(
    {
      load: load ?? (async () => registry ?? Promise.reject(new Error('none'))),
      expire: () => calls.push('expire'),
    },
    {
      registerRemotes: (list) => {
        calls.push(...list.map(({ name, entry }) => `register ${name} ${entry}`));
      },
      preloadScripts: (files) => calls.push(...files.map(({ address }) => `ahead ${address}`)),
      loadRemote: async (id) => {
        calls.push(`load ${id}`);
        return { default: Page };
      },
      ...runtime,
    },
    page,
    onLoad ? { onLoad } : {},
  );
  return { loader, calls };
}

describe('loading a module of a remote', () => {
  it('registers the remote by its entry on first use, and loads each module once', async () => {
    const { loader, calls } = setUp();
    expect(await loader.load({ remote: 'mf-library', expose: 'LibraryPage' })).toEqual({
      ok: true,
      component: Page,
      version: '1.0.0',
    });
    await loader.load({ remote: 'mf-library', expose: 'LibraryPage' });
    await loader.load({ remote: 'mf-library', expose: 'UploadPage' });
    expect(calls).toEqual([
      'ahead https://books.example/remotes/mf-library/1.0.0/remoteEntry.js',
      'register mf_library https://books.example/remotes/mf-library/1.0.0/remoteEntry.js',
      'load mf_library/LibraryPage',
      'ahead https://books.example/remotes/mf-library/1.0.0/remoteEntry.js',
      'load mf_library/UploadPage',
    ]);
  });

  it('[F-17] [M-09] is aborted and reported after 45 seconds, and the next attempt is a new load', async () => {
    jest.useFakeTimers();
    let isHanging = true;
    const reports: LoadReport[] = [];
    const { loader, calls } = setUp(
      {},
      {
        loadRemote: async (id) => {
          calls.push(`load ${id}`);
          return isHanging ? new Promise(() => {}) : { default: Page };
        },
      },
      (report) => reports.push(report),
    );
    const settled = jest.fn();
    const first = loader.load({ remote: 'mf-library', expose: 'LibraryPage' }).then(settled);
    await jest.advanceTimersByTimeAsync(44_999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await first;
    const failure = { stage: 'entry', code: 'timeout', remote: 'mf-library' };
    expect(settled).toHaveBeenCalledWith(
      expect.objectContaining({ ok: false, failure: expect.objectContaining(failure) }),
    );
    expect(reports).toMatchObject([{ remote: 'mf-library', expose: 'LibraryPage', failure }]);
    isHanging = false;
    expect((await loader.load({ remote: 'mf-library', expose: 'LibraryPage' })).ok).toBe(true);
    // The runtime drops its pending scripts.
    expect(calls.filter((call) => call.startsWith('register'))).toHaveLength(2);
    expect(calls.filter((call) => call === 'expire')).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect((await loader.load({ remote: 'mf-library', expose: 'LibraryPage' })).ok).toBe(true);
    expect(reports).toHaveLength(2);
    // What was loaded in time does not time out later.
    expect((await loader.load({ remote: 'mf-library', expose: 'UploadPage' })).ok).toBe(true);
    expect(calls.filter((call) => call.startsWith('register'))).toHaveLength(2);
    jest.useRealTimers();
  });

  it('[T-03] loads a module that is not a component, reports its failure and refetches the registry', async () => {
    let isThere = false;
    const reports: LoadReport[] = [];
    const { loader, calls } = setUp(
      {},
      {
        loadRemote: async () => {
          if (!isThere) throw new Error('Failed to fetch');
          return { default: ['LEND_BOOK'] };
        },
      },
      (report) => reports.push(report),
    );
    expect(await loader.loadModule({ remote: 'mf-library', expose: 'UploadPage' })).toMatchObject({
      ok: false,
    });
    expect(reports).toMatchObject([{ expose: 'UploadPage', failure: { stage: 'entry' } }]);
    expect(calls).toContain('expire');
    isThere = true;
    const loaded = await loader.loadModule({ remote: 'mf-library', expose: 'UploadPage' });
    expect(loaded).toMatchObject({ ok: true, module: { default: ['LEND_BOOK'] } });
  });

  it.each(['3.0', '1.5', '2.999'])(
    '[MF-02] contract %s is incompatible: rejected before any of its code loads',
    async (contract) => {
      const { loader, calls } = setUp({ contract });
      const result = await loader.load({ remote: 'mf-library', expose: 'LibraryPage' });
      expect(result).toMatchObject({
        ok: false,
        failure: { stage: 'gate', code: 'contract', remote: 'mf-library' },
      });
      expect(calls.filter((call) => call !== 'expire')).toEqual([]);
    },
  );

  it.each([
    { entry: 'https://evil.example/remoteEntry.js' },
    { entry: '//evil.example/remoteEntry.js' },
    { entry: '../../other/remoteEntry.js' },
    { entry: 'javascript:alert(1)' },
    { entry: undefined },
  ])('a description must name its code within its own folder: %j', async (change) => {
    const { loader, calls } = setUp(change);
    expect(await loader.load({ remote: 'mf-library', expose: 'LibraryPage' })).toMatchObject({
      failure: { stage: 'gate', code: 'address' },
    });
    expect(calls.filter((call) => call !== 'expire')).toEqual([]);
  });

  it.each([
    ['it is not published', 'mf-mentor', 'MentorPage', 'registry', 'not_published'],
    ['it does not expose that', 'mf-library', 'NotesPage', 'gate', 'not_exposed'],
  ] as const)('fails when %s', async (_, remote, expose, stage, code) => {
    expect(await setUp().loader.load({ remote: remote, expose: expose })).toMatchObject({
      failure: { stage, code },
    });
  });

  it.each([
    [
      'its entry could not be loaded',
      new Error('[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008'),
      'entry',
      'RUNTIME-008',
    ],
    [
      'a chunk could not be loaded',
      Object.assign(new Error('Loading chunk 5 failed'), { name: 'ChunkLoadError' }),
      'entry',
      'ChunkLoadError',
    ],
    ['its code threw', new TypeError('x is not a function'), 'init', 'TypeError'],
  ])('distinguishes: %s', async (_, thrown, stage, code) => {
    const { loader } = setUp({}, { loadRemote: () => Promise.reject(thrown) });
    expect(await loader.load({ remote: 'mf-library', expose: 'LibraryPage' })).toMatchObject({
      failure: { stage, code, cause: thrown },
    });
  });

  it('rejects a page that is not a component', async () => {
    const { loader } = setUp({}, { loadRemote: async () => ({ default: 5 }) });
    expect(await loader.load({ remote: 'mf-library', expose: 'LibraryPage' })).toMatchObject({
      failure: { stage: 'page' },
    });
  });

  it('[MF-03] a failure is not cached: the next attempt loads again', async () => {
    let broken = true;
    const { loader } = setUp(
      {},
      { loadRemote: async () => (broken ? Promise.reject(new Error('503')) : { default: Page }) },
    );
    expect((await loader.load({ remote: 'mf-library', expose: 'LibraryPage' })).ok).toBe(false);
    broken = false;
    expect((await loader.load({ remote: 'mf-library', expose: 'LibraryPage' })).ok).toBe(true);
  });

  it.each([
    ['1.1', '1.1', 'ok'],
    ['1.2', '1.1', 'api'],
    ['2.0', '1.1', 'api'],
    ['1.2', null, 'ok'],
    [undefined, '1.0', 'ok'],
  ])('requires API %s from a server with %s: %s', async (api, offered, expected) => {
    const { loader, calls } = setUp({ api, offered });
    const found = await loader.load({ remote: 'mf-library', expose: 'LibraryPage' });
    expect(found.ok ? 'ok' : found.failure.code).toBe(expected);
    if (expected === 'api') expect(calls).toEqual([]);
  });

  it('[T-01] a crash is reported for the version that ran, not for a newer one', async () => {
    const reports: LoadReport[] = [];
    const published = (version: string) => ({
      base: `/remotes/mf-library/${version}/`,
      description: {
        name: 'mf-library',
        version,
        contract: CONTRACT_VERSION,
        exposes: ['LibraryPage', 'UploadPage'],
        manifest: 'mf-manifest.json',
        entry: 'remoteEntry.js',
        container: 'mf_library',
        files: [],
      },
    });
    let version = '2.0.0';
    const { loader } = setUp(
      {},
      {},
      (report) => reports.push(report),
      async () => {
        const checked = checkRegistry({ remotes: { 'mf-library': { current: published(version) } } });
        if (!checked) throw new Error('none');
        return checked;
      },
    );
    const [library, upload] = ['LibraryPage', 'UploadPage'].map((expose) => ({
      remote: 'mf-library',
      expose,
    }));
    if (!library || !upload) throw new Error('none');
    await loader.load(library);
    await loader.load(upload);
    loader.crashed(library, new Error('render'));
    version = '1.0.0';
    await loader.load(library);
    loader.crashed(upload, new Error('render'));
    expect(reports.map((report) => [report.expose, report.version, report.failure?.stage])).toEqual([
      ['LibraryPage', '2.0.0', undefined],
      ['UploadPage', '2.0.0', undefined],
      ['LibraryPage', '2.0.0', 'render'],
      ['LibraryPage', '1.0.0', undefined],
      ['UploadPage', '2.0.0', 'render'],
    ]);
  });
});
