/** Unpacks an EPUB for the reference pages. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import JSZip from 'jszip';

/** The folder of the bare reference pages. */
const served = join(import.meta.dirname, '..', '..', '.cache', 'bench');

/** Unpacks a book beside the reference pages. @returns the path of its package document relative to them */
export async function unpackBook(file: string): Promise<string> {
  const zip = await JSZip.loadAsync(readFileSync(file));
  for (const entry of Object.values(zip.files)) {
    const target = join(served, 'unpacked', normalize(entry.name));
    if (entry.dir || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, await entry.async('nodebuffer'));
  }
  const opf = Object.keys(zip.files).find((name) => name.endsWith('.opf'));
  return `/unpacked/${opf}`;
}
