import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of a file's bytes, in hex. */
export async function sha256File(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/**
 * Passes chunks through.
 * @returns the chunks, and their SHA-256 in hex once all have passed
 */
export function hashing<Chunk extends string | Uint8Array>(
  given: AsyncIterable<Chunk>,
): { chunks: AsyncIterable<Chunk>; digest(): string } {
  const hash = createHash('sha256');
  async function* chunks() {
    for await (const chunk of given) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { chunks: chunks(), digest: () => hash.digest('hex') };
}
