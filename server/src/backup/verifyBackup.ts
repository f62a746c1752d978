import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { blobKeys, safeKey } from '../blobs/blobs.ts';
import { BackupError } from '../common/errors.ts';
import { sha256File } from '../jobs/sha256File.ts';
import { isKnownMigration } from '../store/migrations/migrate.ts';
import {
  type BackupManifest,
  backupPaths,
  backupVersion,
  blobPath,
  checksumOf,
  tablePath,
} from './backupFolder.ts';

/**
 * Reads all of a backup and changes nothing.
 * @throws BackupError when something is missing, damaged or of a newer version; its message names the file
 */
export async function verifyBackup(folder: string, signal?: AbortSignal): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  if (manifest.digests) await compareDigests(folder, manifest, manifest.digests, signal);
  else await readOlderBackup(folder, manifest);
  return manifest;
}

/** What a backup says of itself. @throws BackupError when it is no whole one, or of a newer version */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = backupPaths(folder).manifest;
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new BackupError(`There is no whole backup: ${path} is missing.`);
  const manifest = parse(text);
  if (manifest?.format !== 'lectern-backup') throw damaged(path, 'it is no list of a backup of Lectern');
  const newer = 'This backup was made by a newer Lectern: restore it with that version or a later one.';
  if (manifest.version > backupVersion) throw new BackupError(newer);
  if (manifest.version >= 3 && manifest.checksum !== checksumOf(manifest))
    throw damaged(path, 'it was changed after the backup was made');
  if (manifest.migration !== undefined && !isKnownMigration(manifest.migration)) throw new BackupError(newer);
  for (const key of manifest.files) if (!isKeyOfBook(key)) throw damaged(path, `it names the file ${key}`);
  for (const id of await stagedIds(folder))
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new BackupError(`${join(folder, 'staging', id)} is no upload.`);
  return manifest;
}

function parse(text: string): BackupManifest | null {
  try {
    return JSON.parse(text) as BackupManifest | null;
  } catch {
    return null;
  }
}

/** A key that leads out of the folder would bring any file of this machine into the library. */
function isKeyOfBook(key: string): boolean {
  try {
    return safeKey(key).startsWith(blobKeys.allBooks);
  } catch {
    return false;
  }
}

/** Ids of uploads that are no books yet. */
export const stagedIds = (folder: string) =>
  readdir(backupPaths(folder).staged).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

async function compareDigests(
  folder: string,
  manifest: BackupManifest,
  digests: Record<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  const needed = [...Object.keys(manifest.rows).map(tablePath), ...manifest.files.map(blobPath)];
  for (const path of needed)
    if (!Object.hasOwn(digests, path))
      throw damaged(backupPaths(folder).manifest, `it has no digest of ${path}`);
  for (const [path, digest] of Object.entries(digests)) {
    signal?.throwIfAborted();
    const found = await sha256File(join(folder, path)).catch((error) =>
      refuseUnreadable(join(folder, path), error),
    );
    if (found !== digest) throw damaged(join(folder, path), 'its content has changed');
  }
}

/** A backup from before there were digests: rows are read and counted, and books compared with what was uploaded. */
async function readOlderBackup(folder: string, manifest: BackupManifest): Promise<void> {
  const paths = backupPaths(folder);
  const digests = new Map<string, string>();
  for (const [name, expected] of Object.entries(manifest.rows)) {
    let count = 0;
    for await (const { row } of readRows(paths.table(name))) {
      count += 1;
      const { id, sha256, file_id = null } = row as { id?: string; sha256?: string; file_id?: string | null };
      if (name === 'books' && id && sha256) digests.set(blobKeys.original({ id, file_id }), sha256);
    }
    if (count !== expected) throw damaged(paths.table(name), `it has ${count} rows of ${expected}`);
  }
  for (const key of manifest.files) {
    const path = paths.blob(key);
    await stat(path).catch((error) => refuseUnreadable(path, error));
    const digest = digests.get(key);
    if (digest !== undefined && (await sha256File(path)) !== digest)
      throw damaged(path, 'it is not the file that was uploaded');
  }
}

export interface ReadRow {
  row: object;
  /** How long its line is. */
  length: number;
}

/** Rows of a table. @throws BackupError */
export async function* readRows(path: string): AsyncGenerator<ReadRow> {
  await stat(path).catch((error) => refuseUnreadable(path, error));
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1;
    let row: object;
    try {
      row = JSON.parse(line) as object;
    } catch {
      throw damaged(path, `line ${number} is cut or changed`);
    }
    yield { row, length: line.length };
  }
}

const damaged = (path: string, reason: string) =>
  new BackupError(`The backup is damaged: ${path}: ${reason}. Nothing was restored.`);

function refuseUnreadable(path: string, error: NodeJS.ErrnoException): never {
  throw damaged(path, error.code === 'ENOENT' ? 'it is missing' : error.message);
}
