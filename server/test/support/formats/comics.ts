import { crc32 } from 'node:zlib';

type Entries = Readonly<Record<string, Buffer>>;

/**
 * A RAR archive of version 4 whose files are stored.
 * @param flags of the archive (0x80: encrypted) and of its files (0x10: packed with those before)
 */
export function makeRar(entries: Entries, flags: { archive?: number; files?: number } = {}): Buffer {
  const main = rarBlock(0x73, flags.archive ?? 0, Buffer.alloc(6));
  const files = Object.entries(entries).flatMap(([name, data]) => {
    const fields = Buffer.alloc(25);
    fields.writeUInt32LE(data.length, 0);
    fields.writeUInt32LE(data.length, 4);
    fields[8] = 3;
    fields.writeUInt32LE(crc32(data), 9);
    fields.writeUInt32LE(0x5a21_0000, 13);
    fields[17] = 20;
    fields[18] = 0x30;
    fields.writeUInt16LE(name.length, 19);
    fields.writeUInt32LE(0o100644, 21);
    return [rarBlock(0x74, 0x8000 | (flags.files ?? 0), Buffer.concat([fields, Buffer.from(name)])), data];
  });
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x00', 'latin1'),
    main,
    ...files,
    rarBlock(0x7b, 0, Buffer.alloc(0)),
  ]);
}

function rarBlock(type: number, flags: number, fields: Buffer): Buffer {
  const block = Buffer.alloc(7 + fields.length);
  block[2] = type;
  block.writeUInt16LE(flags, 3);
  block.writeUInt16LE(block.length, 5);
  fields.copy(block, 7);
  block.writeUInt16LE(crc32(block.subarray(2)) & 0xffff, 0);
  return block;
}

/** A 7z archive whose files are stored one after another. */
export function makeSevenZip(entries: Entries): Buffer {
  const [names, files] = [Object.keys(entries), Object.values(entries)];
  const data = Buffer.concat(files);
  const utf16 = Buffer.from(names.map((name) => `${name}\0`).join(''), 'utf16le');
  const header = Buffer.concat([
    Buffer.from([0x01, 0x04, 0x06]),
    ...[0, 1].map(sevenZipNumber),
    Buffer.from([0x09]),
    sevenZipNumber(data.length),
    Buffer.from([0x00, 0x07, 0x0b, 0x01, 0x00, 0x01, 0x01, 0x00, 0x0c]),
    sevenZipNumber(data.length),
    Buffer.from([0x00, 0x08, 0x0d]),
    sevenZipNumber(files.length),
    Buffer.from([0x09]),
    ...files.slice(0, -1).map(({ length }) => sevenZipNumber(length)),
    Buffer.from([0x0a, 0x01]),
    ...files.map((file) => little(crc32(file))),
    Buffer.from([0x00, 0x00, 0x05]),
    sevenZipNumber(files.length),
    Buffer.from([0x11]),
    sevenZipNumber(utf16.length + 1),
    Buffer.from([0x00]),
    utf16,
    Buffer.from([0x00, 0x00]),
  ]);
  const start = Buffer.concat([wide(data.length), wide(header.length), little(crc32(header))]);
  const signature = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0x00, 0x04]);
  return Buffer.concat([signature, little(crc32(start)), start, data, header]);
}

function little(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const wide = (value: number) => Buffer.concat([little(value), Buffer.alloc(4)]);

/** A number of up to four bytes. */
const sevenZipNumber = (value: number) =>
  value < 0x80 ? Buffer.from([value]) : Buffer.concat([Buffer.from([0xf0]), little(value)]);
