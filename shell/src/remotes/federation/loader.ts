import { withTimeout } from '@lectern/client/common/withTimeout.ts';
import { codeOf, type Failure, type FailureStage } from '@lectern/client/registry/failure.ts';
import type { Registry } from '@lectern/client/registry/registry.ts';
import type { FederatedComponent, FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { PublishedRemote } from '@lectern/shared-contracts/contract/remotes.ts';
import { type ComponentType, createElement } from 'react';
import type { FederationRuntime, LoadFailure, RemoteModules, RemoteModulesOptions } from './remoteModules.ts';

type PageParams = { params: Readonly<Record<string, string>> };
/** A page of the shell's own. */
type OwnPage = { load: () => Promise<ComponentType<PageParams>> };
/** A module exposed by a remote. */
export type RemotePart = { remote: string; expose: string };
/** Source of a component. */
export type Source = OwnPage | RemotePart;

export type Loaded =
  | {
      ok: true;
      component: FederatedComponent;
      /** Version of its remote; undefined for the shell's own pages. */
      version?: string;
    }
  | LoadFailure;

interface CachedLoad {
  loading: Promise<Loaded>;
  component: FederatedComponent | null;
  version: string | undefined;
  /** Of its report. */
  id: number | undefined;
}

/** A module that is not a component, such as types of queued writes. */
type LoadedModule = { ok: true; module: unknown } | LoadFailure;

/** Loads pages and widgets of the shell and of remotes: one cache, one timeout, one failure report. */
export interface Loader {
  /**
   * Never rejects, and settles within 45 seconds. Successes are cached. A failure is reported and not cached: the next
   * call tries again, with a fresh registry.
   */
  load(source: Source): Promise<Loaded>;
  /** The component if it is loaded, so that it is shown without a skeleton. */
  loaded(source: Source): FederatedComponent | null;
  /** Like `load`, for a module that is not a component; not cached. */
  loadModule(part: RemotePart): Promise<LoadedModule>;
  /** Loads it ahead of time; does nothing after a failure. @returns whether it is loaded */
  prefetch(source: Source): Promise<boolean>;
  /**
   * Reports that it threw while rendering; the next load takes the version that the registry names then.
   * @returns the version that ran and the id of its load; undefined for a page of the shell
   */
  crashed(source: Source, cause: unknown): { version: string | undefined; load: number | undefined };
  /** Reports that part of a remote's description was rejected. */
  reportRejected(part: RemotePart, code: string): void;
  /** The version of each remote that this page runs or would run. Rejects without a registry. */
  inUse(): Promise<readonly PublishedRemote[]>;
  /** The last loads of this page, oldest first. */
  loads: Readable<readonly LoadReport[]>;
}

/** Result of loading a remote's module, for the operator. */
export interface LoadReport {
  /** Counts the loads of this page; what a module does after its load keeps the id. */
  id: number;
  remote: string;
  /** 'unknown' when the registry did not name one. */
  version: string;
  expose: string;
  /** Milliseconds until it was loaded or had failed. */
  milliseconds: number;
  failure: Failure | null;
}

interface LoaderOptions extends RemoteModulesOptions {
  onLoad?: (report: LoadReport) => void;
}

/** Timeout of a page or widget in milliseconds. Its scripts time out slightly earlier. */
const loadTimeoutMs = 45_000;

/** Loads that are listed. */
const listedLoads = 100;

/** Cache key of a source. */
export const sourceKey = (source: Source): unknown =>
  'load' in source ? source.load : `${source.remote}/${source.expose}`;

export const remoteOf = (source: Source): string => ('load' in source ? 'shell' : source.remote);

export function createLoader(
  registry: Pick<Registry, 'load' | 'expire'>,
  runtime: FederationRuntime,
  pageAddress: string,
  { onLoad, ...options }: LoaderOptions = {},
): Loader {
  /** Null until the first remote is needed: the pages of visitors have none. */
  let modules: RemoteModules | null = null;
  const cache = new Map<unknown, CachedLoad>();
  /** Keys of the sources whose last load failed. */
  const failedKeys = new Set<unknown>();
  const loads = createWritable<readonly LoadReport[]>([]);
  let lastId = 0;

  /** The bundler requests a failed chunk again at the next try. */
  async function loadModules(): Promise<RemoteModules> {
    const { createRemoteModules } = await import(/* webpackChunkName: 'signed-in' */ './remoteModules.ts');
    modules ??= createRemoteModules(registry, runtime, pageAddress, options);
    return modules;
  }

  const run = ({ remote, expose }: RemotePart) =>
    loadModules().then(
      (loaded) => loaded.run(remote, expose),
      (cause) => failed('entry', 'chunk', remote, cause),
    );

  function report(
    { remote, expose }: RemotePart,
    milliseconds: number,
    failure: Failure | null,
    { version = modules?.versionOf(remote) ?? 'unknown', id }: { version?: string | undefined; id: number },
  ): void {
    const result = { id, remote, version, expose, milliseconds, failure };
    onLoad?.(result);
    loads.set([...loads.get().slice(1 - listedLoads), result]);
  }

  function nextId(): number {
    lastId += 1;
    return lastId;
  }

  /** Applies the timeout, and reports the result. */
  async function settle<T extends { ok: true }>(
    source: Source,
    work: Promise<T | LoadFailure>,
    id: number | undefined,
  ): Promise<T | LoadFailure> {
    const started = performance.now();
    const settled = await withTimeout<T | LoadFailure>(work, loadTimeoutMs, () => {
      if ('remote' in source) modules?.abandon(source.remote);
      return failed('entry', 'timeout', remoteOf(source));
    });
    const result = settled.ok ? settled : { ...settled, failure: { ...settled.failure, load: id } };
    if ('remote' in source && id !== undefined) {
      // For observers outside the app: the smoke test of a deployment, the browser's developer tools.
      if (result.ok) performance.mark?.(`lectern:${source.remote}/${source.expose}`);
      report(source, performance.now() - started, result.ok ? null : result.failure, { id });
    }
    return result;
  }

  function forget(source: Source): void {
    const key = sourceKey(source);
    cache.delete(key);
    failedKeys.add(key);
  }

  function load(source: Source): Promise<Loaded> {
    const key = sourceKey(source);
    const cached = cache.get(key);
    if (cached) return cached.loading;
    // The failed version and its files may have been replaced meanwhile.
    if (failedKeys.delete(key) && 'remote' in source) modules?.forgetVersion(source.remote);
    const work = 'load' in source ? loadOwnPage(source) : loadRemotePart(run, source);
    const id = 'remote' in source ? nextId() : undefined;
    const entry: CachedLoad = {
      component: null,
      version: undefined,
      id,
      loading: settle(source, work, id).then((result) => {
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
      const result = await settle(part, run(part), nextId());
      if (!result.ok) modules?.forgetVersion(part.remote);
      return result;
    },
    prefetch: async (source) => !failedKeys.has(sourceKey(source)) && (await load(source)).ok,
    crashed(source, cause) {
      const ran = cache.get(sourceKey(source));
      const [version, load] = [ran?.version, ran?.id];
      forget(source);
      if ('remote' in source) {
        const failure: Failure = { stage: 'render', code: codeOf(cause), remote: source.remote, load, cause };
        report(source, 0, failure, { version, id: load ?? nextId() });
      }
      return { version, load };
    },
    reportRejected: (part, code) =>
      report(part, 0, { stage: 'gate', code, remote: part.remote, cause: undefined }, { id: nextId() }),
    inUse: async () => (await loadModules()).inUse(),
    loads,
  };
}

const failed = (stage: FailureStage, code: string, remote: string, cause?: unknown): LoadFailure => ({
  ok: false,
  failure: { stage, code, remote, cause },
});

async function loadRemotePart(
  run: (part: RemotePart) => ReturnType<RemoteModules['run']>,
  part: RemotePart,
): Promise<Loaded> {
  const result = await run(part);
  if (!result.ok) return result;
  const component = componentOf(result.module);
  return component
    ? { ok: true, component, version: result.version }
    : failed('page', 'no_component', part.remote);
}

async function loadOwnPage({ load }: OwnPage): Promise<Loaded> {
  try {
    const Page = await load();
    return { ok: true, component: federatedComponent(({ params }) => createElement(Page, { params })) };
  } catch (cause) {
    return failed('entry', 'chunk', 'shell', cause);
  }
}

const nothing = () => undefined;

/** A component without `federated`, as the shell's own pages, has nothing to prepare or prefetch. */
function federatedComponent(
  component: ComponentType<FederatedProps> | FederatedComponent,
): FederatedComponent {
  return Object.assign(component, { prepare: nothing, prefetch: nothing, ...component });
}

/** The component of a remote's module; null when the default export is not one. */
export function componentOf(module: unknown): FederatedComponent | null {
  const exported =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : null;
  const isComponent =
    typeof exported === 'function' ||
    (typeof exported === 'object' && exported !== null && '$$typeof' in exported);
  return isComponent ? federatedComponent(exported as FederatedComponent) : null;
}
