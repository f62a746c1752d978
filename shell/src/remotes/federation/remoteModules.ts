import type { CheckedRegistry } from '@lectern/client/registry/checkRegistry.ts';
import { entryFiles, type TrustedFile } from '@lectern/client/registry/entryFiles.ts';
import { codeOf, type Failure, type FailureStage, stageOf } from '@lectern/client/registry/failure.ts';
import type { Registry } from '@lectern/client/registry/registry.ts';
import { inCanary } from '@lectern/shared-contracts/contract/canary.ts';
import type { PublishedRemote } from '@lectern/shared-contracts/contract/remotes.ts';
import { contractFits } from '@lectern/shared-contracts/contract/version.ts';

/** The parts of @module-federation/enhanced/runtime and of the document that are used. */
export interface FederationRuntime {
  /** Rejects when the runtime cannot be loaded. */
  registerRemotes(
    remotes: { name: string; entry: string; entryGlobalName?: string }[],
    options?: { force?: boolean },
  ): Promise<void> | void;
  loadRemote(id: string): Promise<unknown>;
  /** Preloads scripts, each with its digest. */
  preloadScripts(files: readonly TrustedFile[]): void;
}

export type LoadFailure = { ok: false; failure: Failure };

type RunModule = { ok: true; module: unknown; version: string };

export interface RemoteModules {
  /** Runs an exposed module. Never rejects; not cached. */
  run(remote: string, expose: string): Promise<RunModule | LoadFailure>;
  /** Makes the next load take the version that the registry names then. */
  forgetVersion(remote: string): void;
  /** Makes the runtime forget scripts that timed out, so that a retry requests them again. */
  abandon(remote: string): void;
  /** The version that this page runs; 'unknown' before the registry is loaded. */
  versionOf(remote: string): string;
  /** The version of each remote that this page runs or would run. Rejects without a registry. */
  inUse(): Promise<readonly PublishedRemote[]>;
}

export interface RemoteModulesOptions {
  /** Id of the reader, for canary versions. */
  userId?: () => string | null;
}

/** Whether the server has the API version that a remote needs. Unknown versions are accepted. */
const apiFits = (needed: string | undefined, offered: string | null | undefined): boolean =>
  needed === undefined || !offered || !offered.includes('.') || contractFits(needed, offered);

/**
 * Loads modules of remotes: version, contract, addresses, digests, federation runtime. A page
 * keeps the versions with which it started.
 */
export function createRemoteModules(
  registry: Pick<Registry, 'load' | 'expire'>,
  runtime: FederationRuntime,
  pageAddress: string,
  { userId = () => null }: RemoteModulesOptions = {},
): RemoteModules {
  /** Registered entry addresses, by container. */
  const entries = new Map<string, string>();
  const versions = new Map<string, PublishedRemote>();
  const abandoned = new Set<string>();

  /** The version of a remote in this page: the first chosen one, until it fails. */
  function choose({ remotes }: CheckedRegistry, remote: string): PublishedRemote | null {
    const entry = remotes.get(remote);
    if (!entry) return null;
    const { current, canary } = entry;
    const chosen =
      versions.get(remote) ?? (canary && inCanary(remote, userId(), canary.share) ? canary : current);
    versions.set(remote, chosen);
    return chosen;
  }

  async function register(remote: string, container: string, entry: string): Promise<void> {
    if (!abandoned.delete(remote) && entries.get(container) === entry) return;
    const force = entries.has(container);
    entries.set(container, entry);
    try {
      await runtime.registerRemotes([{ name: container, entry, entryGlobalName: container }], { force });
    } catch (error) {
      entries.delete(container);
      throw error;
    }
  }

  return {
    async run(remote, expose) {
      const failure = (stage: FailureStage, code: string, cause?: unknown): LoadFailure => ({
        ok: false,
        failure: { stage, code, remote, version: versions.get(remote)?.description.version, cause },
      });

      let checked: CheckedRegistry;
      try {
        checked = await registry.load();
      } catch (error) {
        return failure('registry', 'unreachable', error);
      }
      const published = choose(checked, remote);
      if (!published)
        return failure('registry', checked.refused.includes(remote) ? 'invalid' : 'not_published');

      const { description } = published;
      if (!contractFits(description.contract)) return failure('gate', 'contract', description.contract);
      if (!apiFits(description.api, checked.api))
        return failure('gate', 'api', `${description.api} of the API; here is ${checked.api}`);
      if (!description.exposes.includes(expose)) return failure('gate', 'not_exposed', expose);
      const files = entryFiles(published, expose, pageAddress);
      if (files === null) return failure('gate', 'address', description.entry);

      const { container } = files;
      try {
        runtime.preloadScripts([files.entry, ...files.scripts]);
        await register(remote, container, files.entry.address);
        return {
          ok: true,
          version: description.version,
          module: await runtime.loadRemote(`${container}/${expose}`),
        };
      } catch (error) {
        return failure(stageOf(error), codeOf(error), error);
      }
    },
    forgetVersion(remote) {
      versions.delete(remote);
      registry.expire();
    },
    abandon: (remote) => abandoned.add(remote),
    versionOf: (remote) => versions.get(remote)?.description.version ?? 'unknown',
    async inUse() {
      const checked = await registry.load();
      return [...checked.remotes.keys()].flatMap((remote) => choose(checked, remote) ?? []);
    },
  };
}
