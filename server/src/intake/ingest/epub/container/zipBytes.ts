import { closeSync, fstatSync, readFileSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { AppError } from '../../../../run/common/errors.ts';

/** Smaller archives are read into memory at once, which saves two reads per entry. */
const inMemory = 64 * 1024 * 1024;
const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const endLength = 22;
const maxComment = 0xffff;

/** The zip within a file: tools and downloads may leave bytes before and after it. */
export function zipBytes(fd: number): ZipBytes {
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
export class ZipBytes extends yauzl.RandomAccessReader {
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
