import { join } from 'node:path';
import type { Config } from '../config.ts';

/**
 * Where the bytes of an upload lie until they are a book: one file, named by the upload's id and never by what the
 * reader's machine called it. The ingest removes it once the upload is done or refused.
 */
export const stagingFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'staging');

export const stagedFile = (config: Pick<Config, 'dataDir'>, uploadId: string) =>
  join(stagingFolder(config), uploadId);

/** A folder in which one attempt at an ingest may write; removed when the attempt ends, however it ends. */
export const workFolder = (config: Pick<Config, 'dataDir'>, uploadId: string) =>
  join(stagingFolder(config), `${uploadId}.work`);
