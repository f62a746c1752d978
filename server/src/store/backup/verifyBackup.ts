import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartError } from '../../run/common/errors.ts';
import { BlobNotFound, blobKeys, safeKey } from '../blobs/blobs.ts';
import { hashing } from '../blobs/sha256File.ts';
import { isKnownMigration } from '../migrations/migrate.ts';
import { type BackupManifest, backupPaths, backupVersion, checksumOf } from './backupManifest.ts';
import type { BackupStore } from './backupStore.ts';

/**
 * Reads a whole backup without changing anything.
 * @throws StartError when something is missing, damaged or of a newer version; its message names the file
 */
export async function verifyBackup(store: BackupStore): Promise<BackupManifest> {
  const manifest = await readManifest(store);
  await compareDigests(store, manifest);
  return manifest;
}

/**
 * Reads and validates the manifest.
 * @throws StartError when it is incomplete or of a newer version
 */
export async function readManifest(store: BackupStore): Promise<BackupManifest> {
  const address = store.address(backupPaths.manifest);
  const json = await store.read(backupPaths.manifest).then(text, (error: unknown) => {
    if (error instanceof BlobNotFound)
      throw new StartError(`There is no whole backup: ${address} is missing.`);
    throw new StartError(`${address} cannot be read: ${(error as Error).message}`);
  });
  const manifest = parse(json);
  if (!isWhole(manifest)) throw damaged(address, 'it is no list of a backup of Lectern');
  const newer = 'This backup was made by a newer Lectern: restore it with that version or a later one.';
  if (manifest.version > backupVersion) throw new StartError(newer);
  if (manifest.version < backupVersion)
    throw new StartError(
      'This backup was made before Lectern 1.0: restore it with the version that made it.',
    );
  if (manifest.checksum !== checksumOf(manifest))
    throw damaged(address, 'it was changed after the backup was made');
  if (!isKnownMigration(manifest.migration)) throw new StartError(newer);
  for (const key of manifest.files)
    if (!key.startsWith(blobKeys.allBooks) || !isSafe(key))
      throw damaged(address, `it names the file ${key}`);
  for (const path of [...Object.keys(manifest.digests), ...Object.keys(manifest.rows)])
    if (!isSafe(path)) throw damaged(address, `it names the file ${path}`);
  for (const id of await stagedIds(store))
    if (!/^[0-9a-f-]{36}$/.test(id))
      throw new StartError(`${store.address(backupPaths.upload(id))} is not an upload.`);
  return manifest;
}

function isWhole(manifest: Partial<BackupManifest> | null): manifest is BackupManifest {
  if (manifest?.format !== 'lectern-backup' || !Number.isInteger(manifest.version)) return false;
  const areTexts = (list: unknown) =>
    Array.isArray(list) && list.every((text: unknown) => typeof text === 'string');
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  const { version = 0, files, rows, digests } = manifest;
  return areTexts(files) && isObject(rows) && (version < backupVersion || isObject(digests));
}

function parse(json: string): Partial<BackupManifest> | null {
  try {
    return JSON.parse(json) as Partial<BackupManifest> | null;
  } catch {
    return null;
  }
}

/** Rejects paths that point outside of the folder, which would read any file of this machine. */
function isSafe(path: string): boolean {
  try {
    return safeKey(path) === path;
  } catch {
    return false;
  }
}

/** Ids of uploads that are not books yet. */
export const stagedIds = (store: BackupStore) => store.names(backupPaths.staged);

/**
 * Reads every file and compares its digest.
 * @throws StartError when one is missing or has changed; its message names the file
 */
export async function compareDigests(
  store: BackupStore,
  { rows, files, digests }: Pick<BackupManifest, 'rows' | 'files' | 'digests'>,
  signal?: AbortSignal,
): Promise<void> {
  const needed = [...Object.keys(rows).map(backupPaths.table), ...files.map(backupPaths.blob)];
  for (const path of needed)
    if (!Object.hasOwn(digests, path))
      throw damaged(store.address(backupPaths.manifest), `it has no digest of ${path}`);
  for (const [path, digest] of Object.entries(digests)) {
    signal?.throwIfAborted();
    if ((await digestOf(store, path)) !== digest)
      throw damaged(store.address(path), 'its content has changed');
  }
}

async function digestOf(store: BackupStore, path: string): Promise<string> {
  try {
    const { chunks, digest } = hashing<Uint8Array>(await store.read(path));
    for await (const _ of chunks);
    return digest();
  } catch (error) {
    return refuseUnreadable(store.address(path), error);
  }
}

export interface ReadRow {
  row: object;
  /** Length of its line. */
  length: number;
}

/**
 * Reads the rows of a table.
 * @throws StartError
 */
export async function* readRows(store: BackupStore, table: string): AsyncGenerator<ReadRow> {
  const path = backupPaths.table(table);
  const address = store.address(path);
  const input = await store.read(path).catch((error) => refuseUnreadable(address, error));
  let number = 0;
  for await (const line of linesOf(input)) {
    number += 1;
    let row: object;
    try {
      row = JSON.parse(line) as object;
    } catch {
      throw damaged(address, `line ${number} is cut or changed`);
    }
    yield { row, length: line.length };
  }
}

async function* linesOf(input: Readable): AsyncGenerator<string> {
  let line = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const [first = '', ...others] = (chunk as string).split('\n');
    line += first;
    for (const other of others) {
      yield line;
      line = other;
    }
  }
  if (line !== '') yield line;
}

const damaged = (address: string, reason: string) =>
  new StartError(`The backup is damaged: ${address}: ${reason}. Nothing was restored.`);

function refuseUnreadable(address: string, error: unknown): never {
  throw damaged(address, error instanceof BlobNotFound ? 'it is missing' : (error as Error).message);
}
