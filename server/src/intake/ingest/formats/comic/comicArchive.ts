import { text } from '@lectern/shared-contracts/domain/text.ts';
import { ArchiveReader, libarchiveWasm } from 'libarchive-wasm';
import { AppError } from '../../../../run/common/errors.ts';
import type { Archive } from '../../epub/container/archive.ts';
import { limits } from '../../limits.ts';
import { isPictureName } from './pictureNames.ts';

const notUnpacked = text('This archive cannot be unpacked here. Pack its pictures as a zip file (CBZ).');

/**
 * Reads the pictures of a RAR or 7z archive into memory by libarchive, compiled to WebAssembly: it sees no disk.
 * @throws AppError book_broken, book_unsafe, book_protected
 */
export async function openComicArchive(bytes: Buffer): Promise<Archive> {
  const files = new Map<string, Buffer>();
  const reader = new ArchiveReader(
    await libarchiveWasm(),
    new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
  );
  try {
    let left: number = Math.min(
      limits.unpackedBytes / 2,
      Math.max(limits.ratioFloor, bytes.length * limits.ratio),
    );
    let entries = 0;
    for (let entry = reader.nextEntry(); entry; entry = reader.nextEntry()) {
      if (++entries > limits.entries) throw new AppError('book_unsafe');
      if (entry.isEncrypted()) throw new AppError('book_protected');
      const name = entry.getPathname().replaceAll('\\', '/');
      const size = entry.getSize();
      if (name.split('/').includes('..') || name.startsWith('/')) throw new AppError('book_unsafe');
      left -= size;
      if (size < 0 || size > limits.entryBytes || left < 0) throw new AppError('book_unsafe');
      if (entry.getFiletype() === 'File' && (isPictureName(name) || /ComicInfo\.xml$/i.test(name))) {
        const data = entry.readData();
        if (data && !files.has(name)) files.set(name, Buffer.from(data.buffer, data.byteOffset, data.length));
      }
      entry.free();
    }
    // It is null both at the end and where libarchive cannot go on.
    if (reader.hasEncryptedData()) throw new AppError('book_protected');
    if (reader.libarchive.error_string(reader.archive)) throw new AppError('book_broken', notUnpacked);
  } catch (error) {
    // Whatever else libarchive says is about the file.
    throw error instanceof AppError ? error : new AppError('book_broken');
  } finally {
    reader.free();
  }
  return inMemory(files);
}

function inMemory(files: Map<string, Buffer>): Archive {
  return {
    names: [...files.keys()],
    has: (name) => files.has(name),
    find: (name) => (files.has(name) ? name : null),
    read(name, most = limits.entryBytes) {
      const bytes = files.get(name);
      if (!bytes) throw new AppError('book_broken');
      if (bytes.length > most) throw new AppError('book_unsafe');
      return bytes;
    },
    hide(names) {
      for (const name of names) files.delete(name);
    },
    verify() {},
    close: () => files.clear(),
  };
}
