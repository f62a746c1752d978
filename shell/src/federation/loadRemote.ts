import { inCanary } from '@lectern/shared-contracts/contract/canary.ts';
import type { FederatedComponent } from '@lectern/shared-contracts/contract/host.ts';
import type { PublishedRemote } from '@lectern/shared-contracts/contract/remotes.ts';
import type { CheckedRegistry } from './checkRegistry.ts';
import { entryFiles, type TrustedFile } from './entryAddress.ts';
import type { Failure, FailureStage } from './failure.ts';
import { codeOf, stageOf } from './loadError.ts';
import { type Offer, offerFor, offers, withHostOf } from './offers.ts';
import type { Registry } from './registry.ts';
import { componentOf } from './remoteComponent.ts';
import { withTimeout } from './withTimeout.ts';

/** What we use of @module-federation/enhanced/runtime, and of the page. */
export interface FederationRuntime {
  registerRemotes(
    remotes: { name: string; entry: string; entryGlobalName?: string }[],
    options?: { force?: boolean },
  ): void;
  loadRemote(id: string): Promise<unknown>;
  /** Begins to fetch scripts that will be run in a moment; the bytes of each must have its digest. */
  fetchAhead(files: readonly TrustedFile[]): void;
}

type LoadFailure = { ok: false; failure: Failure };

export type Loaded = { ok: true; component: FederatedComponent } | LoadFailure;

/** A module that is no component: types of queued writes, say. */
export type LoadedModule = { ok: true; module: unknown } | LoadFailure;

export interface Remotes {
  /**
   * Never rejects, and settles within 45 seconds (withTimeout.ts). A failure is reported and not kept: the next call
   * tries anew, with the registry asked anew.
   */
  load(remote: string, expose: string): Promise<Loaded>;
  /** As `load`, of what is no component. */
  loadModule(remote: string, expose: string): Promise<LoadedModule>;
  /** Reports that something it describes was not taken. */
  refused(remote: string, expose: string, code: string): void;
  /** It threw while it was shown: the next load takes what the registry names then. */
  crashed(remote: string, expose: string, cause: unknown): void;
  /**
   * The reader will probably want this: fetched ahead, and silent when it does not work. @returns whether it is there
   */
  preload(remote: string, expose: string): Promise<boolean>;
  /** The version of each remote that this page runs, or would run. Rejects when the registry cannot be had. */
  inUse(): Promise<readonly PublishedRemote[]>;
}

/** How a load went, for the operator. */
export interface LoadReport {
  remote: string;
  /** 'unknown' when the registry did not name one. */
  version: string;
  expose: string;
  /** Milliseconds until it could be shown, or until it had failed. */
  milliseconds: number;
  failure: Failure | null;
}

export interface RemotesOptions {
  /** Id of the reader, for versions that only a share of the readers gets. */
  who?: () => string | null;
  offered?: readonly Offer[];
  onLoad?: (report: LoadReport) => void;
}

/** Loads what remotes expose, when it is asked for and not before. A page keeps the versions that it began with. */
export function createRemotes(
  registry: Pick<Registry, 'load' | 'expire'>,
  runtime: FederationRuntime,
  page: string,
  { who = () => null, offered = offers, onLoad }: RemotesOptions = {},
): Remotes {
  const loaded = new Map<string, Promise<Loaded>>();
  const entries = new Map<string, string>();
  const versions = new Map<string, PublishedRemote>();
  /** What went wrong the last time, by remote and module. */
  const failed = new Set<string>();
  /** Remotes whose last load took too long: the runtime would wait for the same scripts again. */
  const hanging = new Set<string>();

  /** One version of a remote in a page: the first that was chosen, until that could not be loaded. */
  function choose(found: CheckedRegistry, remote: string): PublishedRemote | null {
    const entry = found.remotes.get(remote);
    if (!entry) return null;
    const { current, canary } = entry;
    const chosen =
      versions.get(remote) ?? (canary && inCanary(remote, who(), canary.share) ? canary : current);
    versions.set(remote, chosen);
    return chosen;
  }

  async function loadExposed(
    remote: string,
    expose: string,
  ): Promise<{ ok: true; module: unknown; offer: Offer } | LoadFailure> {
    const failure = (stage: FailureStage, code: string, cause?: unknown) => ({
      ok: false as const,
      failure: { stage, code, remote, cause },
    });

    let found: CheckedRegistry;
    try {
      found = await registry.load();
    } catch (error) {
      return failure('registry', 'unreachable', error);
    }
    const published = choose(found, remote);
    if (!published) return failure('registry', found.refused.includes(remote) ? 'invalid' : 'not_published');

    const { description } = published;
    const offer = offerFor(description.contract, offered);
    if (offer === null) return failure('gate', 'contract', description.contract);
    if (!description.exposes.includes(expose)) return failure('gate', 'not_exposed', expose);
    const files = entryFiles(published, expose, page);
    if (files === null) return failure('gate', 'address', description.entry);

    const container = description.container ?? remote.replaceAll('-', '_');
    const entry = files.entry.address;
    try {
      runtime.fetchAhead([files.entry, ...files.scripts]);
      if (hanging.delete(remote) || entries.get(container) !== entry) {
        runtime.registerRemotes([{ name: container, entry, entryGlobalName: container }], {
          force: entries.has(container),
        });
        entries.set(container, entry);
      }
      return { ok: true, offer, module: await runtime.loadRemote(`${container}/${expose}`) };
    } catch (error) {
      return failure(stageOf(error), codeOf(error), error);
    }
  }

  async function load(remote: string, expose: string): Promise<Loaded> {
    const loaded = await loadExposed(remote, expose);
    if (!loaded.ok) return loaded;
    const component = componentOf(loaded.module);
    return component
      ? { ok: true, component: withHostOf(loaded.offer, component) }
      : { ok: false, failure: { stage: 'page', code: 'no_component', remote, cause: undefined } };
  }

  /** Gives a load up when it takes too long, and reports how it went. */
  async function timed<T extends { ok: true }>(
    remote: string,
    expose: string,
    work: Promise<T | LoadFailure>,
  ): Promise<T | LoadFailure> {
    const started = performance.now();
    const result = await withTimeout<T | LoadFailure>(work, () => {
      hanging.add(remote);
      return { ok: false, failure: { stage: 'entry', code: 'timeout', remote, cause: undefined } };
    });
    // For whoever watches from outside: the smoke test of a deployment, the browser's own tools.
    if (result.ok) performance.mark?.(`lectern:${remote}/${expose}`);
    onLoad?.({
      remote,
      version: versions.get(remote)?.description.version ?? 'unknown',
      expose,
      milliseconds: performance.now() - started,
      failure: result.ok ? null : result.failure,
    });
    return result;
  }

  function forget(remote: string, expose: string): void {
    loaded.delete(`${remote}/${expose}`);
    failed.add(`${remote}/${expose}`);
  }

  function loadOnce(remote: string, expose: string): Promise<Loaded> {
    const id = `${remote}/${expose}`;
    const known = loaded.get(id);
    if (known) return known;
    if (failed.delete(id)) {
      // What failed may have been replaced meanwhile, and its files with it.
      versions.delete(remote);
      registry.expire();
    }
    const loading = timed(remote, expose, load(remote, expose)).then((result) => {
      if (!result.ok) forget(remote, expose);
      return result;
    });
    loaded.set(id, loading);
    return loading;
  }

  return {
    load: loadOnce,
    async loadModule(remote, expose) {
      const result = await timed(remote, expose, loadExposed(remote, expose));
      // As with a page: the next try takes what the registry names then.
      if (!result.ok) {
        versions.delete(remote);
        registry.expire();
      }
      return result;
    },
    refused(remote, expose, code) {
      const version = versions.get(remote)?.description.version ?? 'unknown';
      const failure: Failure = { stage: 'gate', code, remote, cause: undefined };
      onLoad?.({ remote, version, expose, milliseconds: 0, failure });
    },
    crashed(remote, expose, cause) {
      const version = versions.get(remote)?.description.version ?? 'unknown';
      forget(remote, expose);
      const failure: Failure = { stage: 'render', code: codeOf(cause), remote, cause };
      onLoad?.({ remote, version, expose, milliseconds: 0, failure });
    },
    async preload(remote, expose) {
      // Another try is the reader's, who has seen that it failed.
      return !failed.has(`${remote}/${expose}`) && (await loadOnce(remote, expose)).ok;
    },
    async inUse() {
      const found = await registry.load();
      return [...found.remotes.keys()].flatMap((remote) => choose(found, remote) ?? []);
    },
  };
}
