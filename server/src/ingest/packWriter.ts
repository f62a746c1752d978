import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { PackedResource } from './ingestedBook.ts';

/** Bytes of room for what text of this length is compressed to, mostly in one piece. */
const chunkFor = (length: number) => Math.min(1024 * 1024, Math.max(1024, length >> 1));

/** Writes the content pack: resources one after another in one file, text compressed as it will travel. */
export class PackWriter {
  readonly resources: PackedResource[] = [];
  readonly #fd: number;
  readonly #paths = new Set<string>();
  #end = 0;

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
    let written = 0;
    while (written < stored.length) written += writeSync(this.#fd, stored, written);
    this.resources.push({
      path,
      start: this.#end,
      length: stored.length,
      media_type: mediaType,
      encoding: compress ? 'gzip' : 'identity',
    });
    this.#end += stored.length;
  }

  /** Whoever puts it in its place sees to it that it is on the disk. */
  close(): void {
    closeSync(this.#fd);
  }
}
