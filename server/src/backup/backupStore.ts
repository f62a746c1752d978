import type { Readable } from 'node:stream';
import type { BucketSettings } from '../config/bucketSettings.ts';

/** Where backups lie: a folder by its path, or a bucket. */
export type BackupPlace = string | BucketSettings;

/** The files of one backup, by their paths in it, as in tables/users.ndjson. */
export interface BackupStore {
  /** What an operator would name it by: a path, or s3://bucket/prefix. With a path, that of a file in it. */
  address(path?: string): string;
  isEmpty(): Promise<boolean>;
  /** Writes text as it comes. @returns its SHA-256 in hex */
  write(path: string, text: AsyncIterable<string>): Promise<string>;
  /** Copies a file of this machine into it. @returns the SHA-256 of the copy in hex */
  copyFrom(path: string, localPath: string): Promise<string>;
  /** Copies a file of it to this machine. @throws BlobNotFound */
  copyTo(path: string, localPath: string): Promise<void>;
  /** @throws BlobNotFound */
  read(path: string): Promise<Readable>;
  /** In bytes. @throws BlobNotFound */
  size(path: string): Promise<number>;
  /** Names of the files in a folder of it, in order; none when there is no such folder. */
  names(folder: string): Promise<string[]>;
}

/** Backups beside each other, each of them in a folder of its own. */
export interface BackupStores {
  /** Names of all folders, those of other things among them, in order. @throws when the place cannot be read */
  names(): Promise<string[]>;
  open(name: string): BackupStore;
  /** Takes a backup away, its list first: what is left of a removal that was cut short is no whole backup. */
  remove(name: string): Promise<void>;
}
