/** Archives that are no EPUB containers: compressed by another method, or split. */

const localHeader = { signature: 0x04034b50, method: 8, crc: 14, size: 22, nameLength: 26, name: 30 };
const centralHeader = { signature: 0x02014b50, method: 10, crc: 16, size: 24, nameLength: 28, name: 46 };
const shrinkMethod = 1;

/** Where the headers of a file begin in an archive. */
function headersOf(archive: Buffer, name: string) {
  const found: { at: number; header: typeof localHeader }[] = [];
  for (const header of [localHeader, centralHeader])
    for (let at = 0; at < archive.length - header.name; at++) {
      if (archive.readUInt32LE(at) !== header.signature) continue;
      const start = at + header.name;
      const path = archive.toString('utf8', start, start + archive.readUInt16LE(at + header.nameLength));
      if (path === name) found.push({ at, header });
    }
  return found;
}

/** Compresses by the first method of ZIP, “shrink” (LZW), with codes of nine bits only. */
function shrink(source: Buffer): Buffer {
  const codes = new Map<string, number>();
  const bytes: number[] = [];
  let [pending, bits] = [0, 0];
  const write = (code: number) => {
    pending |= code << bits;
    for (bits += 9; bits >= 8; bits -= 8) {
      bytes.push(pending & 255);
      pending >>= 8;
    }
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : codes.get(text));
  let known = '';
  for (const letter of source.toString('latin1')) {
    if (codeOf(known + letter) === undefined) {
      write(codeOf(known) as number);
      // 256 is reserved, and the largest code of nine bits is 511.
      if (codes.size < 255) codes.set(known + letter, 257 + codes.size);
      known = letter;
    } else known += letter;
  }
  if (known !== '') write(codeOf(known) as number);
  if (bits > 0) bytes.push(pending);
  return Buffer.from(bytes);
}

/** The archive with its first chapter compressed by another method than EPUB allows. */
export async function shrunk(archive: Buffer): Promise<Buffer> {
  const name = 'EPUB/content_001.xhtml';
  const { default: Zip } = await import('jszip');
  const zip = await Zip.loadAsync(archive);
  const chapter = await zip.file(name)?.async('nodebuffer');
  const [original] = headersOf(archive, name);
  if (!chapter || !original) throw new Error(`The test has no ${name}.`);
  const crc = archive.readUInt32LE(original.at + original.header.crc);
  zip.file(name, shrink(chapter), { compression: 'STORE' });
  const changed = await zip.generateAsync({ type: 'nodebuffer' });
  for (const { at, header } of headersOf(changed, name)) {
    changed.writeUInt16LE(shrinkMethod, at + header.method);
    changed.writeUInt32LE(crc, at + header.crc);
    changed.writeUInt32LE(chapter.length, at + header.size);
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
