import { contractFits } from '@lectern/shared-contracts/contract.ts';
import type { FederatedComponent } from '@lectern/shared-contracts/host.ts';
import type { RemoteName } from '@lectern/shared-contracts/remotes.ts';
import { entryAddress } from './entryAddress.ts';
import type { Failure, FailureStage } from './failure.ts';
import type { Registry } from './registry.ts';

/** What we use of @module-federation/enhanced/runtime. */
export interface FederationRuntime {
  registerRemotes(remotes: { name: string; entry: string }[], options?: { force?: boolean }): void;
  loadRemote(id: string): Promise<unknown>;
}

export type Loaded = { ok: true; component: FederatedComponent } | { ok: false; failure: Failure };

export interface Remotes {
  /** Never rejects. A failure is not kept: the next call tries anew. */
  load(remote: RemoteName, expose: string): Promise<Loaded>;
  /** The reader will probably want this: fetched ahead, and silent when it does not work. */
  preload(remote: RemoteName, expose: string): void;
}

/** Loads what remotes expose, when it is asked for and not before. */
export function createRemotes(registry: Registry, runtime: FederationRuntime, page: string): Remotes {
  const loaded = new Map<string, Promise<Loaded>>();
  const entries = new Map<string, string>();

  async function load(remote: RemoteName, expose: string): Promise<Loaded> {
    const failed = (stage: FailureStage, code: string, cause?: unknown): Loaded => ({
      ok: false,
      failure: { stage, code, remote, cause },
    });

    let published: Awaited<ReturnType<Registry['load']>>;
    try {
      published = await registry.load();
    } catch (error) {
      return failed('registry', 'unreachable', error);
    }
    const current = published.remotes.get(remote)?.current;
    if (!current) return failed('registry', published.refused.includes(remote) ? 'invalid' : 'not_published');

    const { description } = current;
    if (!contractFits(description.contract)) return failed('gate', 'contract', description.contract);
    if (!description.exposes.includes(expose)) return failed('gate', 'not_exposed', expose);
    const entry = entryAddress(current, page);
    if (entry === null) return failed('gate', 'address', description.manifest);

    const container = remote.replaceAll('-', '_');
    try {
      if (entries.get(container) !== entry) {
        runtime.registerRemotes([{ name: container, entry }], { force: entries.has(container) });
        entries.set(container, entry);
      }
      const component = componentOf(await runtime.loadRemote(`${container}/${expose}`));
      return component ? { ok: true, component } : failed('page', 'no_component');
    } catch (error) {
      return failed(stageOf(error), codeOf(error), error);
    }
  }

  function loadOnce(remote: RemoteName, expose: string): Promise<Loaded> {
    const id = `${remote}/${expose}`;
    const known = loaded.get(id);
    if (known) return known;
    const loading = load(remote, expose).then((result) => {
      if (!result.ok) loaded.delete(id);
      return result;
    });
    loaded.set(id, loading);
    return loading;
  }

  return { load: loadOnce, preload: (remote, expose) => void loadOnce(remote, expose) };
}

/** A file that did not come is told apart from code that failed: only the first is worth another try at once. */
function stageOf(error: unknown): FailureStage {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return /RUNTIME-00[138]|ChunkLoadError|Loading (?:CSS )?chunk|Failed to fetch|NetworkError/i.test(text)
    ? 'entry'
    : 'init';
}

function codeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /RUNTIME-\d{3}/.exec(text)?.[0] ?? (error instanceof Error ? error.name : 'thrown');
}

function componentOf(module: unknown): FederatedComponent | null {
  const exported =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : null;
  const isComponent =
    typeof exported === 'function' ||
    (typeof exported === 'object' && exported !== null && '$$typeof' in exported);
  return isComponent ? (exported as FederatedComponent) : null;
}
