import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { PackedResource } from './ingestedBook.ts';

/** Bytes as a zip holds them, and what gzip says of them besides. */
export interface Deflated {
  bytes: Buffer;
  crc32: number;
  /** Bytes that it unpacks to. */
  size: number;
}

/** Bytes of room for what text of this length is compressed to, mostly in one piece. */
const chunkFor = (length: number) => Math.min(1024 * 1024, Math.max(1024, length >> 1));

/** Deflate, no name, no time, an unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const mostGathered = 1024 * 1024;

/** Writes the content pack: resources one after another in one file, text compressed as it will travel. */
export class PackWriter {
  readonly resources: PackedResource[] = [];
  readonly #fd: number;
  readonly #paths = new Set<string>();
  #end = 0;
  /** What comes next in the file, gathered: a book has hundreds of small chapters. */
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;

  constructor(path: string) {
    this.#fd = openSync(path, 'wx', 0o600);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** @param content text is compressed, bytes lie as they are (pictures and fonts already are) */
  add(path: string, mediaType: string, content: string | Uint8Array): void {
    if (this.#paths.has(path)) return;
    this.#paths.add(path);
    const text = typeof content === 'string';
    // A few bytes only grow.
    const compress = text
      ? content.length > 300
      : /^font\/(otf|ttf|collection)$|^image\/bmp$/.test(mediaType);
    const bytes = text ? Buffer.from(content, 'utf8') : content;
    const stored = compress ? gzipSync(bytes, { level: 4, chunkSize: chunkFor(bytes.length) }) : bytes;
    this.#store(path, mediaType, [stored], compress ? 'gzip' : 'identity');
  }

  /** Something that is served as it is and lies deflated in the file already: gzip is the same in another wrapping. */
  addDeflated(path: string, mediaType: string, { bytes, crc32, size }: Deflated): void {
    if (this.#paths.has(path)) return;
    this.#paths.add(path);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32, 0);
    trailer.writeUInt32LE(size, 4);
    this.#store(path, mediaType, [gzipHeader, bytes, trailer], 'gzip');
  }

  #store(
    path: string,
    media_type: string,
    parts: readonly Uint8Array[],
    encoding: PackedResource['encoding'],
  ): void {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    this.resources.push({ path, start: this.#end, length, media_type, encoding });
    this.#end += length;
    this.#gathered.push(...parts);
    this.#gatheredBytes += length;
    if (this.#gatheredBytes >= mostGathered) this.#write();
  }

  #write(): void {
    const bytes = Buffer.concat(this.#gathered, this.#gatheredBytes);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
  }

  /** Writes the rest. Whoever puts it in its place sees to it that it is on the disk. */
  finish(): void {
    this.#write();
  }

  close(): void {
    closeSync(this.#fd);
  }
}
