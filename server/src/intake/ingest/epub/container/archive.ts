import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { crc32, inflateRawSync } from 'node:zlib';
import yauzl from 'yauzl';
import { AppError } from '../../../../run/common/errors.ts';
import { limits, unsafeEpub } from '../../limits.ts';

/**
 * A zip file, read entry by entry into memory, never extracted to disk. yauzl reads the directory; entries are
 * inflated here synchronously with a size limit, since a worker may block, and 20,000 streams would take seconds.
 */
export interface Archive {
  /** Names of the files, as stored. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /**
   * The entry with this name, or the only one that differs in case or Unicode normalization only; null if there is
   * none.
   */
  find(name: string): string | null;
  /**
   * Reads an entry and checks size and CRC.
   * @param most maximum unpacked bytes
   * @throws AppError epub_unsafe when it, or everything read so far, is too large; epub_broken when damaged
   */
  read(name: string, most?: number): Buffer;
  /** From now on the archive is as if it did not have these entries. */
  hide(names: Iterable<string>): void;
  /** Reads the remaining entries, so that damaged archives are refused as a whole. */
  verify(): void;
  close(): void;
}

/** Initial buffer limit when inflating an entry, whatever size it claims. */
const maxChunkBytes = 4 * 1024 * 1024;

/** @throws AppError epub_broken, epub_unsafe, epub_protected */
export async function openArchive(path: string): Promise<Archive> {
  const fd = openSync(path, 'r');
  try {
    const bytes = zipBytes(fd);
    const { entries, repeated } = await readDirectory(bytes);
    const all = [...entries.values(), ...repeated.map(({ entry }) => entry)];
    refuseOverlaps(all, bytes.size);
    refuseBombs(all, bytes.size);
    const archive = new ZipArchive(bytes, entries);
    // Different files of one name are ambiguous, which could be used to bypass checks.
    for (const { name, entry } of repeated) if (!archive.isSame(name, entry)) throw unsafeEpub('ambiguous');
    return archive;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

interface Directory {
  entries: Map<string, yauzl.Entry>;
  /** Further entries of the same names. */
  repeated: { name: string; entry: yauzl.Entry }[];
}

async function readDirectory(bytes: ZipBytes): Promise<Directory> {
  const options = { lazyEntries: true, decodeStrings: false } as const;
  const zip = await yauzl.fromRandomAccessReaderPromise(bytes, bytes.size, options).catch(() => {
    throw new AppError('epub_broken');
  });
  if (zip.entryCount > limits.entries) {
    zip.close();
    throw unsafeEpub('files');
  }
  const entries: Directory['entries'] = new Map();
  const repeated: Directory['repeated'] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const name = safeName(entry);
      if (name === '' || name.endsWith('/')) continue;
      if (entries.has(name)) repeated.push({ name, entry });
      else entries.set(name, entry);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('epub_broken');
  } finally {
    zip.close();
  }
  return { entries, repeated };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The name of an entry whose strings are not decoded. Some tools write the separators of Windows. */
export function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: yauzl.Entry): string {
  try {
    // Most tools write UTF-8 without setting the flag.
    return utf8.decode(fileNameRaw).replaceAll('\\', '/');
  } catch {
    return yauzl
      .getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
      .replaceAll('\\', '/');
  }
}

export const isLink = ({ externalFileAttributes }: yauzl.Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/** The name without "." and empty parts. */
function safeName(entry: yauzl.Entry): string {
  const name = nameOf(entry);
  const parts = name.split('/').filter((part, index, { length }) => {
    if (part === '..') throw unsafeEpub('outside');
    return part !== '.' && (part !== '' || index === length - 1);
  });
  if (name.startsWith('/') || /^[a-z]:/i.test(parts[0] ?? '')) throw unsafeEpub('outside');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name of a file has them
  if (/[\u0000-\u001f\u007f]/.test(name)) throw unsafeEpub('name');
  if (isLink(entry)) throw unsafeEpub('outside');
  return parts.join('/');
}

/** Overlapping entries allow a small file to unpack to petabytes. */
function refuseOverlaps(entries: readonly yauzl.Entry[], size: number): void {
  const spans = entries
    .map((entry) => ({
      start: entry.relativeOffsetOfLocalHeader,
      end: entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameLength + entry.compressedSize,
    }))
    .sort((a, b) => a.start - b.start);
  let end = 0;
  for (const span of spans) {
    if (span.start < end) throw unsafeEpub('ambiguous');
    end = span.end;
  }
  if (end > size) throw new AppError('epub_broken');
}

/** Maximum unpacked bytes for a file of this size. */
const allowance = (size: number) =>
  Math.min(limits.unpackedBytes, Math.max(limits.ratioFloor, size * limits.ratio));

/** Checks the sizes in the directory; actual sizes are checked when unpacking. */
function refuseBombs(entries: readonly yauzl.Entry[], size: number): void {
  let total = 0;
  for (const entry of entries) total += entry.uncompressedSize;
  if (total > allowance(size)) throw unsafeEpub('size');
}

const looseKey = (name: string) => name.normalize('NFC').toLowerCase();

/** One byte more than announced proves a false size, and stops there. */
const inflateOptions = ({ uncompressedSize }: yauzl.Entry) => ({
  maxOutputLength: uncompressedSize + 1,
  chunkSize: Math.min(maxChunkBytes, Math.max(64, uncompressedSize + 1)),
});

class ZipArchive implements Archive {
  readonly #bytes: ZipBytes;
  readonly #entries: Map<string, yauzl.Entry>;
  readonly #loose = new Map<string, string | null>();
  readonly #verified = new Set<string>();
  readonly #hidden = new Set<string>();
  #budget: number;

  constructor(bytes: ZipBytes, entries: Map<string, yauzl.Entry>) {
    this.#bytes = bytes;
    this.#entries = entries;
    this.#budget = allowance(bytes.size);
    for (const name of entries.keys()) {
      const key = looseKey(name);
      this.#loose.set(key, this.#loose.has(key) ? null : name);
    }
  }

  hide(names: Iterable<string>): void {
    for (const name of names) this.#hidden.add(name);
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()].filter((name) => !this.#hidden.has(name));
  }

  has(name: string): boolean {
    return this.#entries.has(name) && !this.#hidden.has(name);
  }

  find(name: string): string | null {
    const found = this.#entries.has(name) ? name : (this.#loose.get(looseKey(name)) ?? null);
    return found !== null && this.#hidden.has(found) ? null : found;
  }

  read(name: string, most: number = limits.entryBytes): Buffer {
    const entry = this.#entries.get(name);
    if (!entry) throw new AppError('epub_broken');
    if (entry.isEncrypted()) throw new AppError('epub_protected');
    // Entries read again count once: only one is in memory at a time.
    const allowed = this.#verified.has(name) ? most : Math.min(most, this.#budget);
    if (entry.uncompressedSize > allowed) throw unsafeEpub('size');
    const packed = this.#packed(entry);
    const bytes = entry.compressionMethod === 0 ? packed : this.#inflate(entry, packed);
    if (!this.#verified.has(name)) this.#budget -= bytes.length;
    this.#verified.add(name);
    if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32)
      throw new AppError('epub_broken');
    return bytes;
  }

  #inflate(entry: yauzl.Entry, packed: Buffer): Buffer {
    if (entry.compressionMethod !== 8) throw new AppError('epub_broken');
    try {
      return inflateRawSync(packed, inflateOptions(entry));
    } catch (error) {
      // More than it announced.
      throw error instanceof RangeError ? unsafeEpub('size') : new AppError('epub_broken');
    }
  }

  #packed(entry: yauzl.Entry): Buffer {
    const header = this.#bytes.at(entry.relativeOffsetOfLocalHeader, 30);
    if (header.readUInt32LE(0) !== 0x04034b50) throw new AppError('epub_broken');
    const start = entry.relativeOffsetOfLocalHeader + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    return this.#bytes.at(start, entry.compressedSize);
  }

  /** Whether an entry of the same name is stored with the same bytes. */
  isSame(name: string, other: yauzl.Entry): boolean {
    const entry = this.#entries.get(name) as yauzl.Entry;
    return (
      entry.compressionMethod === other.compressionMethod &&
      entry.generalPurposeBitFlag === other.generalPurposeBitFlag &&
      entry.uncompressedSize === other.uncompressedSize &&
      this.#packed(entry).equals(this.#packed(other))
    );
  }

  verify(): void {
    for (const name of this.#entries.keys()) if (!this.#verified.has(name)) this.read(name);
  }

  close(): void {
    this.#bytes.closeFile();
  }
}

/** Smaller archives are read into memory at once, which saves two reads per entry. */
const inMemory = 64 * 1024 * 1024;
const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const endLength = 22;
const maxComment = 0xffff;

/** The zip within a file: tools and downloads may leave bytes before and after it. */
function zipBytes(fd: number): ZipBytes {
  const { size } = fstatSync(fd);
  const file = new ZipBytes(fd, size <= inMemory ? readFileSync(fd) : null, 0, size);
  const tailStart = Math.max(0, size - endLength - 2 * maxComment);
  const tail = file.at(tailStart, size - tailStart);
  const found = tail.lastIndexOf(endSignature);
  if (found === -1 || found + endLength > tail.length) throw new AppError('epub_broken');
  const at = tailStart + found;
  const listed = tail.readUInt32LE(found + 12);
  const offset = tail.readUInt32LE(found + 16);
  const end = at + endLength + tail.readUInt16LE(found + 20);
  // Offsets of a zip64 are elsewhere.
  const start = listed === 0xffffffff || offset === 0xffffffff ? 0 : Math.max(0, at - listed - offset);
  const isZip64 = at >= 20 && file.at(at - 20, 4).toString('latin1') === 'PK\x06\x07';
  return file.part(isZip64 ? 0 : start, Math.min(end, size));
}

/** Bytes of an open file, or of a part of it. */
class ZipBytes extends yauzl.RandomAccessReader {
  readonly size: number;
  readonly #fd: number;
  readonly #whole: Buffer | null;
  readonly #start: number;

  constructor(fd: number, whole: Buffer | null, start: number, size: number) {
    super();
    this.#fd = fd;
    this.#whole = whole;
    this.#start = start;
    this.size = size;
  }

  part(start: number, end: number): ZipBytes {
    return new ZipBytes(
      this.#fd,
      this.#whole?.subarray(start, end) ?? null,
      this.#start + start,
      end - start,
    );
  }

  /** @throws AppError epub_broken */
  at(start: number, length: number): Buffer {
    if (start + length > this.size) throw new AppError('epub_broken');
    if (this.#whole) return this.#whole.subarray(start, start + length);
    const buffer = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const count = readSync(this.#fd, buffer, read, length - read, this.#start + start + read);
      if (count === 0) throw new AppError('epub_broken');
      read += count;
    }
    return buffer;
  }

  closeFile(): void {
    closeSync(this.#fd);
  }

  /** For yauzl, which reads the directory only. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    try {
      this.at(position, length).copy(buffer, offset);
      callback(null);
    } catch (error) {
      callback(error as Error);
    }
  }

  override _readStreamForRange(): Readable {
    throw new Error('Entries are read by at().');
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
