/** Builds the EPUBs of the W3C's tests from their folders. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { silence } from './wave.ts';

/** The folder given by npm run epub-tests -- --tests FOLDER, then the one beside this repository. */
const folders = [
  ...(process.env.LECTERN_EPUB_TESTS_FOLDER ? [process.env.LECTERN_EPUB_TESTS_FOLDER] : []),
  resolve(import.meta.dirname, '../../../shared/epub-tests/tests'),
];

const folderOf = (name: string) => folders.map((each) => join(each, name)).find((each) => existsSync(each));

export const hasTest = (name: string): boolean => folderOf(name) !== undefined;

/** Files that are compressed already are stored uncompressed. */
const compressed = /\.(?:png|jpe?g|gif|webp|avif|jxl|mp3|mp4|m4a|opus|woff2?)$/i;

/** Zips the folder of a test. @returns path of the EPUB */
export async function packTest(name: string): Promise<string> {
  const { default: JSZip } = await import('jszip');
  const root = folderOf(name);
  if (!root) throw new Error(`The test ${name} does not exist.`);
  const zip = new JSZip();
  zip.file('mimetype', readFileSync(join(root, 'mimetype')), { compression: 'STORE' });
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'mimetype') continue;
    const path = join(entry.parentPath, entry.name);
    const compression = compressed.test(entry.name) ? 'STORE' : 'DEFLATE';
    zip.file(path.slice(root.length + 1), readFileSync(path), { compression });
  }
  for (const path of missingAudio(zip.file(/\.opf$/)[0]?.name ?? '', root)) zip.file(path, silence(190));
  const file = join(mkdtempSync(join(tmpdir(), 'epub-tests-')), `${name}.epub`);
  writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }));
  return file;
}

/** Paths of audio files that the package lists and the folder lacks, since they are large. */
function missingAudio(packagePath: string, root: string): string[] {
  if (packagePath === '') return [];
  const source = readFileSync(join(root, packagePath), 'utf8');
  const listed = [...source.matchAll(/href="([^"]+\.(?:mp4|mp3|m4a))"/g)].map(([, href]) => href ?? '');
  return listed.map((href) => join(packagePath, '..', href)).filter((path) => !existsSync(join(root, path)));
}

/** The archive with its first file marked as compressed by bzip2, which EPUB does not allow. */
export function markedAsBzip2(archive: Buffer): Buffer {
  const name = Buffer.from('content_001.xhtml');
  const changed = Buffer.from(archive);
  for (const [signature, method, nameAt] of [
    [0x04034b50, 8, 30],
    [0x02014b50, 10, 46],
  ] as const)
    for (let at = 0; at < changed.length - 46; at++) {
      if (changed.readUInt32LE(at) !== signature) continue;
      const path = changed.subarray(at + nameAt, at + nameAt + changed.readUInt16LE(at + nameAt - 4));
      if (path.includes(name)) changed.writeUInt16LE(12, at + method);
    }
  return changed;
}

/** The second part of a split archive: its end record says that the first is on another disk. */
export function secondPartOf(archive: Buffer): Buffer {
  const part = Buffer.from(archive.subarray(65_536));
  const end = part.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  part.writeUInt16LE(1, end + 4);
  return part;
}
