import { inflate } from '@lectern/shared-contracts/domain/dictionary/streams.ts';

/** The file is no zip, or it is cut or changed. */
export class DamagedZip extends Error {}

interface Entry {
  method: number;
  crc: number;
  compressed: number;
  offset: number;
}

export interface ZipFile {
  names: readonly string[];
  /**
   * Reads a file of it.
   * @throws DamagedZip when it is missing, cut, changed or too large
   */
  text(name: string): Promise<string>;
}

/** The end record with the longest comment, and the locator of Zip64 before it. */
const maxEndBytes = 22 + 65_535 + 20;
/** Bounds of memory, for a file from anywhere. */
const maxDirectoryBytes = 64 * 1024 ** 2;
const maxTextBytes = 512 * 1024 ** 2;

/**
 * Reads the list of files in a zip, also of more than 4 GB; their contents are read when asked for.
 * @throws DamagedZip
 */
export async function readZip(file: Blob): Promise<ZipFile> {
  const directory = await directoryOf(file);
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === 0x02014b50; ) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    entries.set(textIn(directory, at + 46, name ?? 0), {
      method: directory.getUint16(at + 10, true),
      crc: directory.getUint32(at + 16, true),
      compressed: directory.getUint32(at + 20, true),
      offset: directory.getUint32(at + 42, true),
    });
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return {
    names: [...entries.keys()],
    async text(name) {
      const entry = entries.get(name);
      if (!entry) throw new DamagedZip(`${name} is missing`);
      const header = await viewOf(file, entry.offset, entry.offset + 30);
      if (header.byteLength < 30) throw new DamagedZip(`${name} is cut`);
      const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
      const stored = file.slice(start, start + entry.compressed);
      const bytes =
        entry.method === 0 && entry.compressed <= maxTextBytes
          ? new Uint8Array(await stored.arrayBuffer())
          : await inflate(stored, 'deflate-raw', maxTextBytes).catch(() => new Uint8Array());
      if (crc32(bytes) !== entry.crc) throw new DamagedZip(`${name} has changed`);
      return new TextDecoder().decode(bytes);
    },
  };
}

async function directoryOf(file: Blob): Promise<DataView> {
  const tailStart = Math.max(0, file.size - maxEndBytes);
  const tail = await viewOf(file, tailStart, file.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new DamagedZip('It has no end');
  let [size, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (end >= 20 && tail.getUint32(end - 20, true) === 0x07064b50) {
    const at = Number(tail.getBigUint64(end - 12, true));
    const large = await viewOf(file, at, at + 56);
    if (large.byteLength < 56) throw new DamagedZip('It is cut');
    [size, offset] = [Number(large.getBigUint64(40, true)), Number(large.getBigUint64(48, true))];
  }
  if (size > maxDirectoryBytes || offset + size > file.size) throw new DamagedZip('It is cut');
  return viewOf(file, offset, offset + size);
}

const viewOf = async (file: Blob, start: number, end: number) =>
  new DataView(await file.slice(start, end).arrayBuffer());

const textIn = (view: DataView, start: number, length: number) =>
  new TextDecoder().decode(view.buffer.slice(start, start + length));

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
