/** Builds the EPUBs of the W3C's tests from their folders. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type JSZip from 'jszip';
import { tones } from '../wave.ts';
import type { BrokenCopy } from './brokenCopy.ts';

/** The folder given by npm run epub-tests -- --tests FOLDER, then the one beside this repository. */
const folders = [
  ...(process.env.LECTERN_EPUB_TESTS_FOLDER ? [process.env.LECTERN_EPUB_TESTS_FOLDER] : []),
  resolve(import.meta.dirname, '../../../../shared/epub-tests/tests'),
];

const folderOf = (name: string) => folders.map((each) => join(each, name)).find((each) => existsSync(each));

/** A file of a test, as the W3C made it. */
export const testFile = (name: string, path: string): Buffer =>
  readFileSync(join(folderOf(name) ?? '', path));

export const hasTest = (name: string): boolean => folderOf(name) !== undefined;

/** Files that are compressed already are stored uncompressed. */
const compressed = /\.(?:png|jpe?g|gif|webp|avif|jxl|mp3|mp4|m4a|opus|woff2?)$/i;

/** Zips the folder of a test, or a broken copy of it. @returns path of the EPUB */
export async function packTest(name: string, copy?: BrokenCopy): Promise<string> {
  const { default: Zip } = await import('jszip');
  const root = folderOf(name);
  if (!root) throw new Error(`The test ${name} does not exist.`);
  const zip = new Zip();
  zip.file('mimetype', readFileSync(join(root, 'mimetype')), { compression: 'STORE' });
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'mimetype') continue;
    const path = join(entry.parentPath, entry.name);
    const compression = compressed.test(entry.name) ? 'STORE' : 'DEFLATE';
    zip.file(path.slice(root.length + 1), readFileSync(path), { compression });
  }
  for (const path of missingAudio(zip.file(/\.opf$/)[0]?.name ?? '', root)) zip.file(path, tones(190));
  if (copy) await breakFile(zip, copy);
  const file = join(mkdtempSync(join(tmpdir(), 'epub-tests-')), `${name}.epub`);
  writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }));
  return file;
}

/** Replaces what the copy replaces; each of its replacements must change something. */
async function breakFile(zip: JSZip, { file, replace = [], bytes }: BrokenCopy): Promise<void> {
  const entry = zip.file(file);
  if (!entry) throw new Error(`The test has no file ${file} to break.`);
  if (bytes) zip.file(file, bytes());
  let source = replace.length > 0 ? await entry.async('string') : '';
  for (const [from, to] of replace) {
    const changed = source.replaceAll(from, to);
    if (changed === source) throw new Error(`${file} does not contain ${from}.`);
    source = changed;
  }
  if (replace.length > 0) zip.file(file, source);
}

/** Paths of audio files that the package lists and the folder lacks, since they are large. */
function missingAudio(packagePath: string, root: string): string[] {
  if (packagePath === '') return [];
  const source = readFileSync(join(root, packagePath), 'utf8');
  const listed = [...source.matchAll(/href="([^"]+\.(?:mp4|mp3|m4a))"/g)].map(([, href]) => href ?? '');
  return listed.map((href) => join(packagePath, '..', href)).filter((path) => !existsSync(join(root, path)));
}
