import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { PackedResource } from './ingestedBook.ts';

/** Bytes as a zip holds them, and what gzip says of them besides. */
export interface RawDeflate {
  bytes: Buffer;
  crc32: number;
  /** Bytes that it unpacks to. */
  size: number;
}

const compressed = promisify(gzip);
const level = 4;
/** Bytes of room for what text of this length is compressed to, mostly in one piece. */
const chunkFor = (length: number) => Math.min(1024 * 1024, Math.max(1024, length >> 1));
/** Deflate, no name, no time, an unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Shorter texts are compressed sooner than another thread is asked to. */
const worthAsking = 4 * 1024;
/** Bytes that may wait for other threads. */
const mostWaiting = 8 * 1024 * 1024;
const mostGathered = 1024 * 1024;

interface Waiting {
  resource: PackedResource;
  parts: readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
  /** Bytes that it holds while it waits. */
  bytes: number;
}

/**
 * Writes the content pack: resources one after another in one file, text compressed as it will travel. Long texts are
 * compressed by other threads while the next chapters are read: where a resource lies is known at the end.
 */
export class PackWriter {
  readonly resources: PackedResource[] = [];
  readonly #fd: number;
  readonly #paths = new Set<string>();
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #end = 0;
  /** What comes next in the file, gathered: a book has hundreds of small chapters. */
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  readonly #hash = createHash('sha256');

  constructor(path: string) {
    this.#fd = openSync(path, 'wx', 0o600);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** @param content text is compressed, bytes lie as they are (pictures and fonts already are) */
  add(path: string, mediaType: string, content: string | Uint8Array): void {
    const text = typeof content === 'string';
    // A few bytes only grow.
    const compress = text
      ? content.length > 300
      : /^font\/(otf|ttf|collection)$|^image\/bmp$/.test(mediaType);
    if (this.#paths.has(path)) return;
    const bytes = text ? Buffer.from(content, 'utf8') : content;
    if (!compress) {
      this.#take(path, mediaType, 'identity', [bytes], bytes.length);
      return;
    }
    const options = { level, chunkSize: chunkFor(bytes.length) };
    if (bytes.length < worthAsking) {
      const packed = gzipSync(bytes, options);
      this.#take(path, mediaType, 'gzip', [packed], packed.length);
      return;
    }
    const asked = compressed(bytes, options).then((packed) => [packed]);
    // Whoever waits for it hears of it; until then nobody does.
    asked.catch(() => {});
    this.#take(path, mediaType, 'gzip', asked, bytes.length);
  }

  /** Something that is served as it is and lies deflated in the file already: gzip is the same in another wrapping. */
  addRawDeflate(path: string, mediaType: string, { bytes, crc32, size }: RawDeflate): void {
    if (this.#paths.has(path)) return;
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32, 0);
    trailer.writeUInt32LE(size, 4);
    this.#take(path, mediaType, 'gzip', [gzipHeader, bytes, trailer], bytes.length);
  }

  #take(
    path: string,
    media_type: string,
    encoding: PackedResource['encoding'],
    parts: Waiting['parts'],
    bytes: number,
  ): void {
    this.#paths.add(path);
    const resource: PackedResource = { path, start: 0, length: 0, media_type, encoding };
    this.resources.push(resource);
    this.#waiting.push({ resource, parts, bytes });
    this.#waitingBytes += bytes;
  }

  /** Writes what has been compressed, and waits when too much is not. To be called now and then. */
  async room(): Promise<void> {
    await this.#writeDownTo(mostWaiting);
  }

  /** Writes the rest; from then on it is known where each resource lies. @returns SHA-256 of the pack, hex */
  async finish(): Promise<string> {
    await this.#writeDownTo(0);
    this.#write();
    return this.#hash.digest('hex');
  }

  /** Whoever puts it in its place sees to it that it is on the disk. */
  close(): void {
    closeSync(this.#fd);
  }

  async #writeDownTo(bytes: number): Promise<void> {
    while (this.#waiting.length > 0) {
      const { resource, parts, bytes: held } = this.#waiting[0] as Waiting;
      if (parts instanceof Promise && this.#waitingBytes <= bytes) return;
      this.#store(resource, parts instanceof Promise ? await parts : parts);
      this.#waiting.shift();
      this.#waitingBytes -= held;
    }
  }

  #store(resource: PackedResource, parts: readonly Uint8Array[]): void {
    resource.start = this.#end;
    resource.length = parts.reduce((sum, part) => sum + part.length, 0);
    this.#end += resource.length;
    this.#gathered.push(...parts);
    this.#gatheredBytes += resource.length;
    if (this.#gatheredBytes >= mostGathered) this.#write();
  }

  #write(): void {
    const bytes = Buffer.concat(this.#gathered, this.#gatheredBytes);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#hash.update(bytes);
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
  }
}
