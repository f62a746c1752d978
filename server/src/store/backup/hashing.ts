import { createHash } from 'node:crypto';

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
