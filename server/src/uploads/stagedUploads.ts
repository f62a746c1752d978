import { rm } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { stagedFile } from '../jobs/staging.ts';

/** Removes the bytes of uploads that will not become books. */
export async function removeStagedUploads(config: Config, uploads: readonly { id: string }[]): Promise<void> {
  for (const { id } of uploads) await rm(stagedFile(config, id), { force: true });
}
