import { createHash } from 'node:crypto';

/** Chunks as they come. @returns them again, and what their SHA-256 is in hex once all of them have passed */
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
