import { crc32, deflateRawSync } from 'node:zlib';

/** A zip of text files, with sizes only in its directory, as the server streams one. */
export function makeZip(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    offset += part.length;
  };
  for (const [name, content] of Object.entries(files)) {
    const [path, plain] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(plain);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(plain), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(plain.length, 24);
    entry.writeUInt16LE(path.length, 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, path);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(path.length, 26);
    for (const part of [header, path, packed]) add(part);
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, list, end]));
}

const kinds = [
  ...['books', 'notes', 'highlights', 'bookmarks', 'words', 'collections'],
  ...['reading-sessions', 'goals', 'conversations'],
];

/** An export with these rows. */
export function makeExport(rows: Readonly<Record<string, readonly object[]>>, owner = 'u1') {
  return makeZip({
    'export.json': JSON.stringify({
      format: 'lectern-export',
      version: 1,
      exported_at: '2026-01-02T10:00:00.000Z',
    }),
    'profile.json': JSON.stringify({ id: owner }),
    // Exports of earlier versions have none.
    ...(rows['part-rows'] ? { 'part-rows.json': JSON.stringify(rows['part-rows']) } : {}),
    ...(rows.readings ? { 'readings.json': JSON.stringify(rows.readings) } : {}),
    ...(rows.forms ? { 'forms.json': JSON.stringify(rows.forms) } : {}),
    ...Object.fromEntries(kinds.map((kind) => [`${kind}.json`, JSON.stringify(rows[kind] ?? [])])),
  });
}
