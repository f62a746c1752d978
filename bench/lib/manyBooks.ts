/**
 * Variants of the same books: a zip may end with a comment, and a few different bytes make a file that the server has
 * not seen yet.
 */
export async function* copiesOf(files: readonly Buffer[]): AsyncGenerator<Uint8Array<ArrayBuffer>, never> {
  for (let round = 0; ; round++) for (const file of files) yield withComment(file, `copy ${round}`);
}

/** The file with this comment at its end. */
function withComment(file: Buffer, comment: string): Uint8Array<ArrayBuffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error('This is not a zip.');
  const kept = file.subarray(0, end + 22);
  const bytes = new Uint8Array(kept.length + comment.length);
  bytes.set(kept);
  bytes.set(Buffer.from(comment), kept.length);
  new DataView(bytes.buffer).setUint16(end + 20, comment.length, true);
  return bytes;
}
