import type { Readable } from 'node:stream';
import type { BucketSettings } from '../../run/config/bucketSettings.ts';

/** A folder, by its path, or a bucket. */
export type BackupPlace = string | BucketSettings;

/** The files of one backup, by path, such as tables/users.ndjson. */
export interface BackupStore {
  /** Its name for operators: a path, or s3://bucket/prefix; with `path`, that of a file in it. */
  address(path?: string): string;
  isEmpty(): Promise<boolean>;
  /** Removes everything in it. */
  clear(): Promise<void>;
  /**
   * Writes a stream of text.
   * @returns its SHA-256 in hex
   */
  write(path: string, text: AsyncIterable<string>): Promise<string>;
  /**
   * Copies a local file into the backup.
   * @returns the SHA-256 of the copy in hex
   */
  copyFrom(path: string, localPath: string): Promise<string>;
  /**
   * Copies a file to this machine.
   * @throws BlobNotFound
   */
  copyTo(path: string, localPath: string): Promise<void>;
  /** @throws BlobNotFound */
  read(path: string): Promise<Readable>;
  /**
   * In bytes.
   * @throws BlobNotFound
   */
  size(path: string): Promise<number>;
  /** Names of the files in a folder, sorted; empty when there is no such folder. */
  names(folder: string): Promise<string[]>;
}

/** A place with several backups, each in its own folder. */
export interface BackupStores {
  /**
   * Names of all folders, sorted, including those that are not backups.
   * @throws when the place cannot be read
   */
  names(): Promise<string[]>;
  open(name: string): BackupStore;
  /** Removes a backup, its manifest first, so that an interrupted removal does not leave what looks like a backup. */
  remove(name: string): Promise<void>;
}
