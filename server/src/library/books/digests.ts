import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { attachment } from '../../http/routing/contentDisposition.ts';
import type { Db } from '../../store/db.ts';
import type { BookDigestsTable } from '../../store/deviceTables.ts';
import { addOnce } from '../../store/rows.ts';

const sampleBytes = 1_024;
/** Sample offsets: the start, then 1 KiB, 4 KiB, 16 KiB … 1 GiB. */
const sampleOffsets = [0, ...Array.from({ length: 11 }, (_, power) => 1_024 * 4 ** power)];

/** KOReader's partial MD5 of a file: the hash of samples up to the first that would begin beyond the end. */
export async function partialMd5(path: string): Promise<string> {
  const hash = createHash('md5');
  await using file: FileHandle = await open(path);
  const sample = Buffer.alloc(sampleBytes);
  for (const offset of sampleOffsets) {
    const { bytesRead } = await file.read(sample, 0, sampleBytes, offset);
    if (bytesRead === 0) break;
    hash.update(sample.subarray(0, bytesRead));
  }
  return hash.digest('hex');
}

interface NamedBook {
  id: string;
  user_id: string;
  file_name: string;
  title: string;
  author: string;
}

/**
 * The names that a file may have on a device: as uploaded, as saved from a catalog, and as KOReader's catalog browser
 * saves it.
 */
export function namesOfFile({
  file_name,
  title,
  author,
}: Pick<NamedBook, 'file_name' | 'title' | 'author'>): string[] {
  const saved = /filename="([^"]*)"/.exec(attachment(file_name))?.[1] ?? file_name;
  return [...new Set([file_name, saved, koreaderName(title, author) + extname(file_name).toLowerCase()])];
}

/** KOReader cuts names to this many bytes of UTF-8, without the extension. */
const maxNameLength = 240;

/** Follows the rules of KOReader's catalog browser in English (opdsbrowser.lua, util.lua). */
function koreaderName(title: string, author: string): string {
  const name = `${author || 'Unknown Author'} - ${title}`
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/[.\s]+$/, '');
  // Drop a character that was cut in two.
  return new TextDecoder().decode(Buffer.from(name).subarray(0, maxNameLength)).replace(/\uFFFD$/, '');
}

/**
 * All digests that a KOReader device may send for a book.
 * @param content partialMd5 of its file
 */
function digestsOf(book: NamedBook, content: string): BookDigestsTable[] {
  const ofNames = new Set(namesOfFile(book).map((name) => createHash('md5').update(name).digest('hex')));
  ofNames.delete(content);
  const row = { book_id: book.id, user_id: book.user_id };
  return [
    { ...row, digest: content, kind: 'content' as const },
    ...[...ofNames].map((digest) => ({ ...row, digest, kind: 'name' as const })),
  ];
}

export async function saveDigests(db: Db, book: NamedBook, content: string): Promise<void> {
  await addOnce(db, 'book_digests', digestsOf(book, content), ['book_id', 'digest']);
}
