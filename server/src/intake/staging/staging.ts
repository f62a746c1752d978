import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../../run/config/config.ts';
import type { LocalFile } from '../../store/blobs/blobs.ts';

/** Bytes of unfinished uploads, by id. */
export interface Staging {
  /** Creates an empty upload. */
  create(id: string): Promise<void>;
  /** Moves a finished local file into the staging as the whole upload, which must exist. */
  adopt(id: string, localPath: string): Promise<void>;
  /**
   * Appends a stream at `offset`. What arrived before an error is kept.
   * @returns the new size
   */
  append(id: string, bytes: Readable, offset: number): Promise<number>;
  /** The received size; null when the upload is unknown. */
  size(id: string): Promise<number | null>;
  /** Makes a complete upload durable. */
  settle(id: string): Promise<void>;
  /** A local file with the received bytes; null when there are none. */
  local(id: string): Promise<LocalFile | null>;
  remove(id: string): Promise<void>;
  /** Deletes everything of unknown uploads that has not changed since `horizon` (milliseconds). */
  sweep(known: ReadonlySet<string>, horizon: number): Promise<void>;
}

/** Local folder for unfinished uploads and work in progress. */
export const stagingFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'staging');

/** Folder for the output of one ingest attempt; it is removed when the attempt ends. */
export const workFolder = (config: Pick<Config, 'dataDir'>, uploadId: string) =>
  join(stagingFolder(config), `${uploadId}.work`);
