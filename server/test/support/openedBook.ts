import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Archive, openArchive } from '../../src/intake/ingest/epub/container/archive.ts';
import { BookFiles } from '../../src/intake/ingest/epub/package/bookFiles.ts';
import { type PackageDocument, readPackage } from '../../src/intake/ingest/epub/package/packageDocument.ts';
import { parseXml } from '../../src/intake/ingest/epub/xml/xml.ts';
import { bookFile } from './bookFiles.ts';

/** An archive that stays readable without its file: small ones are read into memory. */
export async function openedArchive(zip: Buffer): Promise<Archive> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-zip-'));
  try {
    writeFileSync(join(folder, 'zip'), zip);
    const archive = await openArchive(join(folder, 'zip'));
    archive.close();
    return archive;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface OpenedBook {
  archive: Archive;
  source: PackageDocument;
  files: BookFiles;
}

/** A small book, opened without being ingested, with these files changed or added. */
export async function openedBook(files: Readonly<Record<string, string | null>> = {}): Promise<OpenedBook> {
  const archive = await openedArchive(bookFile(files));
  const source = readPackage(parseXml(archive.read('OPS/book.opf')), 'OPS/book.opf');
  return { archive, source, files: new BookFiles(archive, source) };
}
