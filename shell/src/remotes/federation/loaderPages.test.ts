/** @jest-environment node */
import { type CheckedRegistry, checkRegistry } from '@lectern/client/registry/checkRegistry.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';
import { createElement, memo } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createLoader, type LoadReport, remoteOf, sourceKey } from './loader.ts';
import type { FederationRuntime } from './remoteModules.ts';

const Page = () => null;
const part = { remote: 'mf-library', expose: 'LibraryPage' };
const description = {
  name: 'mf-library',
  version: '1.0.0',
  contract: CONTRACT_VERSION,
  exposes: ['LibraryPage'],
  manifest: 'mf-manifest.json',
  entry: 'remoteEntry.js',
  container: 'mf_library',
  files: [],
};

function setUp(runtime: Partial<FederationRuntime> = {}, change: Partial<CheckedRegistry> = {}) {
  const state = { isDown: false };
  const checked = checkRegistry({
    remotes: { 'mf-library': { current: { base: '/remotes/mf-library/1.0.0/', description } } },
  }) as CheckedRegistry;
  const calls: string[] = [];
  const reports: LoadReport[] = [];
  const loader = createLoader(
    {
      load: async () => (state.isDown ? Promise.reject(new Error('down')) : { ...checked, ...change }),
      expire: () => calls.push('expire'),
    },
    {
      registerRemotes: (list, how) => {
        calls.push(`register ${list[0]?.name} as ${list[0]?.entryGlobalName}${how?.force ? ' anew' : ''}`);
      },
      preloadScripts: () => {},
      loadRemote: async (id) => {
        calls.push(`load ${id}`);
        return { default: Page };
      },
      ...runtime,
    },
    'https://books.example/',
    { onLoad: (report) => reports.push(report) },
  );
  return { loader, state, calls, reports };
}

describe('the shell’s own pages', () => {
  const Own = ({ params }: { params: Readonly<Record<string, string>> }) =>
    createElement('p', null, params.id);

  it('are loaded once and get their parameters; there is nothing to prepare, and nobody is told', async () => {
    const { loader, reports } = setUp();
    const source = { load: jest.fn(async () => Own) };
    expect(loader.loaded(source)).toBeNull();
    const loaded = await loader.load(source);
    if (!loaded.ok) throw new Error('It was not loaded.');
    expect(await loader.load(source)).toBe(loaded);
    expect(source.load).toHaveBeenCalledTimes(1);
    expect(loaded.version).toBeUndefined();
    expect(loader.loaded(source)).toBe(loaded.component);
    const host = {} as Host;
    expect(renderToStaticMarkup(createElement(loaded.component, { host, params: { id: 'b1' } }))).toBe(
      '<p>b1</p>',
    );
    expect([loaded.component.prepare(host), loaded.component.prefetch(host)]).toEqual([undefined, undefined]);
    expect(loader.crashed(source, new Error('render'))).toEqual({});
    expect(reports).toEqual([]);
    expect(loader.loaded(source)).toBeNull();
  });

  it('fail when their files do not come, and are asked for again', async () => {
    const { loader, calls } = setUp();
    const load = jest
      .fn<Promise<typeof Own>, []>()
      .mockRejectedValueOnce(new Error('Loading chunk 5 failed'));
    load.mockResolvedValue(Own);
    expect(await loader.load({ load })).toMatchObject({
      failure: { stage: 'entry', code: 'chunk', remote: 'shell', cause: new Error('Loading chunk 5 failed') },
    });
    expect((await loader.load({ load })).ok).toBe(true);
    expect(calls).toEqual([]);
  });

  it('have a key of their own, and belong to the shell', () => {
    const source = { load: async () => Own };
    expect([sourceKey(source), remoteOf(source)]).toEqual([source.load, 'shell']);
    expect([sourceKey(part), remoteOf(part)]).toEqual(['mf-library/LibraryPage', 'mf-library']);
  });
});

describe('a page of a remote', () => {
  it('is loaded ahead of time, but not again after a failure', async () => {
    let isBroken = true;
    const loadRemote = jest.fn(async () => (isBroken ? Promise.reject(new Error('503')) : { default: Page }));
    const { loader, calls } = setUp({ loadRemote });
    expect(await loader.prefetch(part)).toBe(false);
    isBroken = false;
    expect(await loader.prefetch(part)).toBe(false);
    expect(loadRemote).toHaveBeenCalledTimes(1);
    expect((await loader.load(part)).ok).toBe(true);
    expect(calls.filter((call) => call === 'expire')).toHaveLength(1);
    expect(await loader.prefetch(part)).toBe(true);
    expect(loadRemote).toHaveBeenCalledTimes(2);
    expect(loader.loaded(part)).toBe(Page);
  });

  it('may be a component in any form of React', async () => {
    const { loader } = setUp({ loadRemote: async () => ({ default: memo(Page) }) });
    expect((await loader.load(part)).ok).toBe(true);
  });

  it('cannot be loaded when it names no container', async () => {
    const { container: _, ...unnamed } = description;
    const remotes = checkRegistry({
      remotes: {
        'mf-library': {
          current: { base: '/remotes/mf-library/1.0.0/', description: { ...unnamed, entry: 'x.js' } },
        },
      },
    })?.remotes;
    const { loader } = setUp({}, remotes ? { remotes } : {});
    expect(await loader.load(part)).toMatchObject({ failure: { stage: 'gate', code: 'address' } });
  });

  it('is registered under the name of its container', async () => {
    const { loader, calls } = setUp();
    await loader.load(part);
    expect(calls).toEqual(['register mf_library as mf_library', 'load mf_library/LibraryPage']);
  });

  it('leaves a mark for observers outside, when it is loaded', async () => {
    const mark = jest.fn();
    Object.assign(performance, { mark });
    const { loader } = setUp();
    await loader.load(part);
    await loader.load({ ...part, expose: 'Gone' });
    expect(mark.mock.calls).toEqual([['lectern:mf-library/LibraryPage']]);
    Reflect.deleteProperty(performance, 'mark');
  });

  it('is reported with its version, unknown without a registry, and what was refused of it', async () => {
    const { loader, state, reports } = setUp();
    state.isDown = true;
    expect(await loader.load(part)).toMatchObject({ failure: { stage: 'registry', code: 'unreachable' } });
    await expect(loader.inUse()).rejects.toThrow('down');
    state.isDown = false;
    await loader.load(part);
    loader.reportRejected(part, 'fills[0]');
    expect(loader.crashed(part, new TypeError('x'))).toEqual({ version: '1.0.0', load: 2 });
    expect(
      reports.map(({ id, version, milliseconds, failure }) => [
        id,
        version,
        milliseconds === 0,
        failure?.stage,
        failure?.code,
      ]),
    ).toEqual([
      [1, 'unknown', false, 'registry', 'unreachable'],
      [2, '1.0.0', false, undefined, undefined],
      [3, '1.0.0', true, 'gate', 'fills[0]'],
      [2, '1.0.0', true, 'render', 'TypeError'],
    ]);
    expect(loader.loads.get()).toEqual(reports);
    expect((await loader.inUse()).map((remote) => remote.description.version)).toEqual(['1.0.0']);
  });

  it('is invalid when the registry says so, and not published else', async () => {
    const { loader } = setUp({}, { remotes: new Map(), refused: ['mf-library'] });
    expect(await loader.load(part)).toMatchObject({ failure: { stage: 'registry', code: 'invalid' } });
    expect(await loader.load({ ...part, remote: 'mf-x' })).toMatchObject({
      failure: { code: 'not_published' },
    });
  });

  it('is registered again when the runtime could not be loaded', async () => {
    let isBroken = true;
    const registered: boolean[] = [];
    const { loader } = setUp({
      registerRemotes: async (_, how) => {
        registered.push(how?.force === true);
        if (isBroken) throw new Error('Loading chunk federation failed');
      },
    });
    expect(await loader.load(part)).toMatchObject({ failure: { stage: 'entry' } });
    isBroken = false;
    expect((await loader.load(part)).ok).toBe(true);
    expect(registered).toEqual([false, false]);
  });
});
