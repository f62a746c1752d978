import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DeployStep } from '@lectern/shared-contracts/api/remotes.ts';
import type { Config } from '../config/config.ts';

/** Where `npm run deploy` writes its history, beside the registry (tools/lib/registryFile.mjs). */
const historyFile = 'deploys.json';

const isText = (value: unknown): value is string => typeof value === 'string';

/** A step as far as it is sound; null when it is not one. */
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

async function historyText({ remotesBucket, remotesDir, dataDir }: Config): Promise<string> {
  if (remotesBucket === null) return readFile(join(remotesDir, historyFile), 'utf8');
  const { bucketBlobs } = await import('../blobs/bucket.ts');
  return (await buffer(await bucketBlobs(remotesBucket, dataDir).read(historyFile))).toString();
}

/** What was deployed here, oldest first. None where there is no history, or where it cannot be read. */
export async function deploySteps(config: Config): Promise<DeployStep[]> {
  try {
    const steps: unknown = JSON.parse(await historyText(config));
    return Array.isArray(steps) ? steps.flatMap((step) => stepOf(step) ?? []) : [];
  } catch {
    return [];
  }
}
