import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DeployStep, RemoteCanary } from '@lectern/shared-contracts/api/remotes.ts';
import type { Config } from '../../run/config/config.ts';

/** `npm run deploy` writes its history here, next to the registry (tools/lib/registry/registryFile.mjs). */
const historyFile = 'deploys.json';

const registryFile = 'remotes.json';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Parses a step, dropping invalid fields; null when it is not a step at all. */
function stepOf(raw: unknown): DeployStep | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { at, remote, step, version, from, share, why, by, commit } = raw as Record<string, unknown>;
  if (!isText(at) || Number.isNaN(Date.parse(at)) || !isText(remote) || !isText(step) || !isText(version)) {
    return null;
  }
  return {
    at,
    remote,
    step,
    version,
    ...(isText(from) ? { from } : {}),
    ...(typeof share === 'number' ? { share } : {}),
    ...(isText(why) ? { why } : {}),
    ...(isText(by) ? { by } : {}),
    ...(isText(commit) ? { commit } : {}),
  };
}

/** Reads a file from the place where remotes are published. */
async function textOf(file: string, { remotesBucket, remotesDir, dataDir }: Config): Promise<string> {
  if (remotesBucket === null) return readFile(join(remotesDir, file), 'utf8');
  const { bucketBlobs } = await import('../../store/blobs/bucket.ts');
  return (await buffer(await bucketBlobs(remotesBucket, dataDir).read(file))).toString();
}

/** The history of deployments, oldest first; empty when it is missing or unreadable. */
export async function deploySteps(config: Config): Promise<DeployStep[]> {
  try {
    const steps: unknown = JSON.parse(await textOf(historyFile, config));
    return Array.isArray(steps) ? steps.flatMap((step) => stepOf(step) ?? []) : [];
  } catch {
    return [];
  }
}

/** The parts of the registry that are read here. The file may contain anything. */
interface ReadRegistry {
  remotes?: Record<string, { current?: ReadVersion; canary?: ReadVersion & { share?: unknown } } | null>;
}
interface ReadVersion {
  description?: { version?: unknown };
}

/**
 * Versions in the registry that only some users get.
 * @param steps the history, oldest first: says when each canary began, and who started it
 */
export async function canaries(config: Config, steps: readonly DeployStep[]): Promise<RemoteCanary[]> {
  try {
    const { remotes = {} } = JSON.parse(await textOf(registryFile, config)) as ReadRegistry;
    return Object.entries(remotes).flatMap(([remote, entry]) => {
      const version = entry?.canary?.description?.version;
      const current = entry?.current?.description?.version;
      const share = entry?.canary?.share;
      if (!isText(version) || !isText(current) || typeof share !== 'number') return [];
      const own = steps.filter((step) => step.remote === remote);
      const others = own.findLastIndex((step) => step.version !== version);
      const began = own.slice(others + 1).find(({ step }) => step === 'canary');
      return [
        { remote, version, share, since: began?.at ?? null, current, ...(began?.by ? { by: began.by } : {}) },
      ];
    });
  } catch {
    // A missing or unreadable registry is reported where the server serves it.
    return [];
  }
}
