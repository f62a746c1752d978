import type { FederatedComponent } from '@lectern/shared-contracts/contract/host.ts';
import type { PublishedRemote } from '@lectern/shared-contracts/contract/remotes.ts';
import { type ComponentType, createElement } from 'react';
import { adaptHost } from './contractAdapters.ts';
import { codeOf, type Failure } from './failure.ts';
import type { Registry } from './registry.ts';
import { componentOf, federatedComponent } from './remoteComponent.ts';
import {
  createRemoteModules,
  type FederationRuntime,
  type LoadFailure,
  type RemoteModulesOptions,
} from './remoteModules.ts';

export type PageParams = { params: Readonly<Record<string, string>> };
/** A page of the shell's own. */
export type OwnPage = { load: () => Promise<ComponentType<PageParams>> };
/** What a remote exposes. */
export type RemotePart = { remote: string; expose: string };
/** Where a component comes from. */
export type Source = OwnPage | RemotePart;

export type Loaded =
  | {
      ok: true;
      component: FederatedComponent;
      /** Of the remote that it came from; none of the shell's own pages. */
      version?: string;
    }
  | LoadFailure;

interface CachedLoad {
  loading: Promise<Loaded>;
  component: FederatedComponent | null;
  version: string | undefined;
}

/** A module that is no component: types of queued writes, say. */
export type LoadedModule = { ok: true; module: unknown } | LoadFailure;

/** The one way to a page or widget, of the shell or of a remote: one cache, one timeout, one report of failures. */
export interface Loader {
  /**
   * Never rejects, and settles within 45 seconds. What has come is kept. A failure is reported and not kept: the next
   * call is a new try, with the registry asked anew.
   */
  load(source: Source): Promise<Loaded>;
  /** The component when it is here already, so that it is shown without a frame of its skeleton. */
  loaded(source: Source): FederatedComponent | null;
  /** As `load`, of a remote's module that is no component; nothing is kept. */
  loadModule(part: RemotePart): Promise<LoadedModule>;
  /** Loads what will probably be wanted; after a failure only the reader tries again. @returns whether it is there */
  prefetch(source: Source): Promise<boolean>;
  /**
   * It threw while it was shown: reports that, and the next load takes what the registry names then.
   * @returns the version of the remote that ran; undefined for a page of the shell
   */
  crashed(source: Source, cause: unknown): string | undefined;
  /** Reports that something which a remote describes was not taken. */
  refused(part: RemotePart, code: string): void;
  /** The version of each remote that this page runs, or would run. Rejects when the registry cannot be had. */
  inUse(): Promise<readonly PublishedRemote[]>;
}

/** How a load of a remote's module went, for the operator. */
export interface LoadReport {
  remote: string;
  /** 'unknown' when the registry did not name one. */
  version: string;
  expose: string;
  /** Milliseconds until it could be shown, or until it had failed. */
  milliseconds: number;
  failure: Failure | null;
}

export interface LoaderOptions extends RemoteModulesOptions {
  onLoad?: (report: LoadReport) => void;
}

/** Milliseconds that a page or widget may take to load. The scripts that it is made of give up a little sooner. */
const loadTimeoutMs = 45_000;

/** Names a source: two of the same name are the same component. */
export const sourceKey = (source: Source): unknown =>
  'load' in source ? source.load : `${source.remote}/${source.expose}`;

export const remoteOf = (source: Source): string => ('load' in source ? 'shell' : source.remote);

export function createLoader(
  registry: Pick<Registry, 'load' | 'expire'>,
  runtime: FederationRuntime,
  page: string,
  { onLoad, ...options }: LoaderOptions = {},
): Loader {
  const modules = createRemoteModules(registry, runtime, page, options);
  const cache = new Map<unknown, CachedLoad>();
  /** What went wrong the last time. */
  const failed = new Set<unknown>();

  function report(
    { remote, expose }: RemotePart,
    milliseconds: number,
    failure: Failure | null,
    version = modules.versionOf(remote),
  ): void {
    onLoad?.({ remote, version, expose, milliseconds, failure });
  }

  /** Gives a load up when it takes too long, and reports how it went. */
  async function settle<T extends { ok: true }>(
    source: Source,
    work: Promise<T | LoadFailure>,
  ): Promise<T | LoadFailure> {
    const started = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<LoadFailure>((resolve) => {
      timer = setTimeout(() => {
        if ('remote' in source) modules.abandon(source.remote);
        const failure = {
          stage: 'entry',
          code: 'timeout',
          remote: remoteOf(source),
          cause: undefined,
        } as const;
        resolve({ ok: false, failure });
      }, loadTimeoutMs);
    });
    const result = await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
    if ('remote' in source) {
      // For whoever watches from outside: the smoke test of a deployment, the browser's own tools.
      if (result.ok) performance.mark?.(`lectern:${source.remote}/${source.expose}`);
      report(source, performance.now() - started, result.ok ? null : result.failure);
    }
    return result;
  }

  async function loadRemotePart({ remote, expose }: RemotePart): Promise<Loaded> {
    const result = await modules.run(remote, expose);
    if (!result.ok) return result;
    const component = componentOf(result.module);
    return component
      ? { ok: true, component: adaptHost(result.adapter, component), version: result.version }
      : { ok: false, failure: { stage: 'page', code: 'no_component', remote, cause: undefined } };
  }

  /** A chunk that did not come is asked for again by the bundler at the next try. */
  async function loadOwnPage({ load }: OwnPage): Promise<Loaded> {
    try {
      const Page = await load();
      return { ok: true, component: federatedComponent(({ params }) => createElement(Page, { params })) };
    } catch (cause) {
      return { ok: false, failure: { stage: 'entry', code: 'chunk', remote: 'shell', cause } };
    }
  }

  function forget(source: Source): void {
    const key = sourceKey(source);
    cache.delete(key);
    failed.add(key);
  }

  function load(source: Source): Promise<Loaded> {
    const key = sourceKey(source);
    const known = cache.get(key);
    if (known) return known.loading;
    // What failed may have been replaced meanwhile, and its files with it.
    if (failed.delete(key) && 'remote' in source) modules.forgetVersion(source.remote);
    const work = 'load' in source ? loadOwnPage(source) : loadRemotePart(source);
    const entry: CachedLoad = {
      component: null,
      version: undefined,
      loading: settle(source, work).then((result) => {
        if (result.ok) {
          entry.component = result.component;
          entry.version = result.version;
        } else forget(source);
        return result;
      }),
    };
    cache.set(key, entry);
    return entry.loading;
  }

  return {
    load,
    loaded: (source) => cache.get(sourceKey(source))?.component ?? null,
    async loadModule(part) {
      const result = await settle(part, modules.run(part.remote, part.expose));
      if (!result.ok) modules.forgetVersion(part.remote);
      return result;
    },
    prefetch: async (source) => !failed.has(sourceKey(source)) && (await load(source)).ok,
    crashed(source, cause) {
      const version = cache.get(sourceKey(source))?.version;
      forget(source);
      if ('remote' in source)
        report(source, 0, { stage: 'render', code: codeOf(cause), remote: source.remote, cause }, version);
      return version;
    },
    refused: (part, code) => report(part, 0, { stage: 'gate', code, remote: part.remote, cause: undefined }),
    inUse: modules.inUse,
  };
}
