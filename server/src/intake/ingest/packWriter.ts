import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { PackedResource } from './ingestedBook.ts';

const compressed = promisify(gzip);
const level = 4;
/** Output buffer for compressed text of this length, so that it mostly fits into one chunk. */
const chunkFor = (length: number) => Math.min(1024 * 1024, Math.max(1024, length >> 1));
/** Below this length, compressing takes less time than calling another thread. */
const worthAsking = 4 * 1024;
/** Bytes that may wait for compression. */
const maxWaiting = 8 * 1024 * 1024;
const maxBufferedBytes = 1024 * 1024;

interface Waiting {
  resource: PackedResource;
  content: Uint8Array | Promise<Uint8Array>;
  /** Memory it holds while waiting. */
  bytes: number;
}

/**
 * Writes the content pack: all resources in one file, text precompressed. Long texts are compressed in other threads
 * while the next chapters are read; offsets are known at the end.
 */
export class PackWriter {
  readonly resources: PackedResource[] = [];
  readonly #fd: number;
  readonly #paths = new Set<string>();
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #end = 0;
  /** Buffered output: a book may have hundreds of small chapters. */
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  readonly #hash = createHash('sha256');

  constructor(path: string) {
    this.#fd = openSync(path, 'wx', 0o600);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** @param content strings are compressed; bytes are not (pictures and fonts already are) */
  add(path: string, mediaType: string, content: string | Uint8Array): void {
    if (this.#paths.has(path)) return;
    this.#paths.add(path);
    const text = typeof content === 'string';
    // Compressing a few bytes makes them larger.
    const compress = text
      ? content.length > 300
      : /^font\/(otf|ttf|collection)$|^image\/bmp$/.test(mediaType);
    const bytes = text ? Buffer.from(content, 'utf8') : content;
    const options = { level, chunkSize: chunkFor(bytes.length) };
    const compressor = bytes.length < worthAsking ? gzipSync : compressed;
    const packed = compress ? compressor(bytes, options) : bytes;
    // Errors are reported where it is awaited; this avoids an unhandled rejection.
    if (packed instanceof Promise) packed.catch(() => {});
    const encoding = compress ? 'gzip' : 'identity';
    const resource: PackedResource = { path, start: 0, length: 0, media_type: mediaType, encoding };
    this.resources.push(resource);
    const held = packed instanceof Promise ? bytes.length : packed.length;
    this.#waiting.push({ resource, content: packed, bytes: held });
    this.#waitingBytes += held;
  }

  /** Backpressure: writes compressed data, and waits while too much is pending. Call it regularly. */
  async drain(): Promise<void> {
    await this.#writeDownTo(maxWaiting);
  }

  /** Writes the rest; from then on it is known where each resource lies. @returns SHA-256 of the pack, hex */
  async finish(): Promise<string> {
    await this.#writeDownTo(0);
    this.#write();
    return this.#hash.digest('hex');
  }

  /** Syncing to disk is up to the caller. */
  close(): void {
    closeSync(this.#fd);
  }

  async #writeDownTo(bytes: number): Promise<void> {
    while (this.#waiting.length > 0) {
      const { resource, content, bytes: held } = this.#waiting[0] as Waiting;
      if (content instanceof Promise && this.#waitingBytes <= bytes) return;
      this.#store(resource, content instanceof Promise ? await content : content);
      this.#waiting.shift();
      this.#waitingBytes -= held;
    }
  }

  #store(resource: PackedResource, content: Uint8Array): void {
    resource.start = this.#end;
    resource.length = content.length;
    this.#end += resource.length;
    this.#gathered.push(content);
    this.#gatheredBytes += resource.length;
    if (this.#gatheredBytes >= maxBufferedBytes) this.#write();
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
