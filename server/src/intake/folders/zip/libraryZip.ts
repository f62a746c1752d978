import { createWriteStream } from 'node:fs';
import { mkdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import yauzl from 'yauzl';
import { AppError } from '../../../run/common/errors.ts';
import { storageFault } from '../../../run/common/storageFault.ts';
import { isLink, nameOf } from '../../ingest/epub/container/archive.ts';
import { limits } from '../../ingest/limits.ts';
import { isInside } from '../taking/takeFile.ts';

/** The database of a calibre library. */
export const libraryFile = 'metadata.db';

/** Entries of a zip: each of 50,000 books has a folder, a cover, metadata.opf and a format. */
const maxEntries = 200_000;

const sentences = {
  outside: text('This zip isn’t safe to open, so we left it out: it has links, or files outside of itself.'),
  size: text(
    'This zip isn’t safe to open, so we left it out: it has too many files, or is too large when unpacked.',
  ),
  broken: text('This zip is damaged, locked with a password or cut off. Make it again and upload it again.'),
} as const;

/** A calibre library in a zip. */
export interface LibraryZip {
  /** Its folder with a slash; '' at the top. */
  root: string;
  /** Bytes of all files as they are declared, which unpacking checks. */
  bytes: number;
}

/**
 * Looks for a calibre library at the top of a zip, or in a folder there.
 * @returns null when there is none
 * @throws AppError book_unsafe for a library that may not be unpacked; book_broken for a file that is no zip
 */
export async function findLibrary(path: string): Promise<LibraryZip | null> {
  const zip = await openZip(path);
  let unsafe: string | null = zip.entryCount > maxEntries ? sentences.size : null;
  let root: string | null = null;
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = placeOf(entry);
      bytes += entry.uncompressedSize;
      if (isLink(entry) || !isInside(name.replace(/\/$/, ''))) unsafe ??= sentences.outside;
      const folder = folderOfLibrary(name);
      if (folder !== null && (root === null || folder.length < root.length)) root = folder;
    }
  } catch {
    throw asBroken();
  } finally {
    zip.close();
  }
  if (root === null) return null;
  const { size } = await stat(path);
  if (bytes > Math.max(limits.ratioFloor, size * limits.ratio)) unsafe ??= sentences.size;
  if (unsafe !== null) throw new AppError('book_unsafe', unsafe);
  return { root, bytes };
}

/**
 * Unpacks the library that findLibrary() has found, without what calibre keeps for itself.
 * @param folder does not exist yet
 * @throws AppError book_broken; errors of the disk
 */
export async function unpackLibrary(
  path: string,
  { root }: LibraryZip,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const zip = await openZip(path);
  try {
    for await (const entry of zip.eachEntry()) {
      const name = placeOf(entry);
      if (!name.startsWith(root) || !isOfLibrary(name.slice(root.length))) continue;
      const place = join(folder, name.slice(root.length));
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      const bytes = await zip.openReadStreamPromise(entry);
      // A second file of the same name is refused.
      await pipeline(bytes, createWriteStream(place, { flags: 'wx', mode: 0o600 }), { signal });
      const changedAt = entry.getLastModDate();
      await utimes(place, changedAt, changedAt);
    }
  } catch (error) {
    throw signal.aborted || storageFault(error) !== null ? error : asBroken();
  } finally {
    zip.close();
  }
}

const openZip = (path: string) =>
  yauzl.openPromise(path, { autoClose: false, decodeStrings: false }).catch(() => {
    throw asBroken();
  });

const asBroken = () => new AppError('book_broken', sentences.broken);

/** The path of an entry in the composed letters that calibre lists. */
const placeOf = (entry: yauzl.Entry) => nameOf(entry).normalize('NFC').replace(/^\.\//, '');

function folderOfLibrary(name: string): string | null {
  const parts = name.split('/');
  const isHere = parts.length <= 2 && parts.pop() === libraryFile && !isHidden(parts[0] ?? '');
  return isHere ? name.slice(0, -libraryFile.length) : null;
}

/** metadata.db with what SQLite keeps beside it, and the folders of authors. */
const isOfLibrary = (name: string) =>
  !name.endsWith('/') &&
  !name.split('/').some(isHidden) &&
  (name.includes('/') || name.startsWith(libraryFile));

/** Of calibre, or of the system that has made the zip. */
const isHidden = (part: string) => part.startsWith('.') || part === '__MACOSX';
