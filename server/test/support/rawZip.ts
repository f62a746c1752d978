import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip, possibly with false headers. */
export interface RawEntry {
  name: string | Buffer;
  data: string | Buffer;
  /** Stored instead of deflated. */
  stored?: boolean;
  /** Overrides of header fields. */
  method?: number;
  claimedSize?: number;
  claimedCrc?: number;
  /** Unix mode with type, such as 0o120777 for a symbolic link. */
  mode?: number;
  flags?: number;
  /** Bytes between the data and the next entry that count as its data. */
  padding?: Buffer;
  /** Offset in the directory: the index of another entry, whose bytes it shares. */
  sharesWith?: number;
}

/**
 * A zip written byte by byte, since zip libraries cannot write invalid ones.
 * @param start offset of the first byte in its file
 */
export function rawZip(entries: readonly RawEntry[], start = 0): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let offset = start;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = Buffer.from(entry.data);
    const packed = Buffer.concat([
      entry.stored ? data : deflateRawSync(data),
      entry.padding ?? Buffer.alloc(0),
    ]);
    const sizes = {
      crc: entry.claimedCrc ?? crc32(data),
      packed: packed.length,
      size: entry.claimedSize ?? data.length,
    };
    const shared = entry.sharesWith === undefined ? undefined : offsets[entry.sharesWith];
    offsets.push(shared ?? offset);
    directory.push(header(0x02014b50, entry, name, sizes, shared ?? offset), name);
    if (shared !== undefined) continue;
    const local = header(0x04034b50, entry, name, sizes, 0);
    parts.push(local, name, packed);
    offset += local.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

function header(
  signature: number,
  entry: RawEntry,
  name: Buffer,
  sizes: { crc: number; packed: number; size: number },
  offset: number,
): Buffer {
  const central = signature === 0x02014b50;
  const bytes = Buffer.alloc(central ? 46 : 30);
  // The directory header equals the local one, with two more bytes before and further ones after.
  const at = central ? 6 : 4;
  bytes.writeUInt32LE(signature, 0);
  if (central) bytes.writeUInt16LE((3 << 8) | 20, 4);
  bytes.writeUInt16LE(20, at);
  bytes.writeUInt16LE(entry.flags ?? 0, at + 2);
  bytes.writeUInt16LE(entry.method ?? (entry.stored ? 0 : 8), at + 4);
  bytes.writeUInt32LE(sizes.crc, at + 10);
  bytes.writeUInt32LE(sizes.packed, at + 14);
  bytes.writeUInt32LE(sizes.size, at + 18);
  bytes.writeUInt16LE(name.length, at + 22);
  if (central) {
    bytes.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
    bytes.writeUInt32LE(offset, 42);
  }
  return bytes;
}
