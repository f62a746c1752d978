import { DictionaryProblem, dictionaryLimits } from './dictionaryProblem.ts';

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Decompresses a blob.
 * @param most limit of unpacked bytes, against decompression bombs
 * @throws DictionaryProblem `too_large`; errors of the stream for invalid data
 */
export async function inflate(
  blob: Blob,
  format: 'gzip' | 'deflate-raw',
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = blob.stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > most) {
      await reader.cancel().catch(() => undefined);
      throw new DictionaryProblem('too_large');
    }
    parts.push(read.value);
  }
  return joined(parts, size);
}

export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Reads a file, decompressing gzip and dictzip.
 * @throws DictionaryProblem `too_large`, `damaged`
 */
export async function fileBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > dictionaryLimits.fileBytes) throw new DictionaryProblem('too_large', file.name);
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (!isGzip(start)) return new Uint8Array(await file.arrayBuffer());
  return inflate(file, 'gzip', dictionaryLimits.unpackedBytes).catch((error) => {
    throw error instanceof DictionaryProblem ? error : new DictionaryProblem('damaged', file.name);
  });
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** The file with the texts of a dictionary. Entries may share a text, so the bytes of all entries are limited. */
export class EntryData {
  readonly #data: Uint8Array;
  readonly #file: string;
  #entries = 0;
  #bytes = 0;

  constructor(data: Uint8Array, file: string) {
    this.#data = data;
    this.#file = file;
  }

  /**
   * The bytes of an entry, without those that are too many for one.
   * @throws DictionaryProblem `damaged`, `too_large`
   */
  of(offset: number, size: number): Uint8Array {
    if (offset + size > this.#data.byteLength) throw new DictionaryProblem('damaged', this.#file);
    const bytes = this.#data.subarray(offset, offset + Math.min(size, dictionaryLimits.entryBytes));
    this.#entries += 1;
    this.#bytes += bytes.byteLength;
    if (this.#entries > dictionaryLimits.entries || this.#bytes > dictionaryLimits.allEntryBytes)
      throw new DictionaryProblem('too_large', this.#file);
    return bytes;
  }
}
