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
