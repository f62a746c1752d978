import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config/config.ts';

/** Where the bytes of uploads lie until they are books, each under the id of its upload. */
export interface Staging {
  /** Makes room for an upload's bytes. */
  create(id: string): Promise<void>;
  /** A finished local file as all the bytes of an upload; the file is taken away. The upload is known already. */
  adopt(id: string, localPath: string): Promise<void>;
  /**
   * Adds what comes, from `offset` on. What came before an error is kept.
   * @returns how many bytes there are now
   */
  append(id: string, bytes: Readable, offset: number): Promise<number>;
  /** How many bytes have come; null when nothing is known of the upload. */
  size(id: string): Promise<number | null>;
  /** All bytes are here: a power cut does not take them any more. */
  settle(id: string): Promise<void>;
  /** A local file with what has come, or null when there is nothing. */
  local(id: string): Promise<StagedFile | null>;
  remove(id: string): Promise<void>;
  /** Removes whatever belongs to no known upload and has not changed since `horizon` (milliseconds). */
  sweep(known: ReadonlySet<string>, horizon: number): Promise<void>;
}

export interface StagedFile {
  path: string;
  release(): Promise<void>;
}

/** The folder on this machine for what is not finished: uploads, where they lie in files, and work under way. */
export const stagingFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'staging');

/** A folder in which one attempt at an ingest may write; removed when the attempt ends, however it ends. */
export const workFolder = (config: Pick<Config, 'dataDir'>, uploadId: string) =>
  join(stagingFolder(config), `${uploadId}.work`);
