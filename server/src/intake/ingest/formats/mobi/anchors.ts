/** The id of a place that a link names by its offset. */
export const anchorId = (offset: number) => `place-${offset}`;

const [less, greater] = [0x3c, 0x3e];

/**
 * Writes an empty element with an id at each of these offsets, or before the tag that is around it.
 * @param text markup, in any encoding in which < and > are single bytes
 * @param shift of the offsets in the ids
 */
export function withAnchors(text: Buffer, offsets: Iterable<number>, shift = 0): Buffer {
  const sorted = [...new Set(offsets)].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b);
  const parts: Buffer[] = [];
  let done = 0;
  for (const offset of sorted) {
    const at = Math.max(done, outsideOfTag(text, offset));
    parts.push(text.subarray(done, at), Buffer.from(`<span id="${anchorId(offset + shift)}"></span>`));
    done = at;
  }
  return Buffer.concat([...parts, text.subarray(done)]);
}

/** Bytes of a tag at most. */
const maxTag = 4_096;

function outsideOfTag(text: Buffer, offset: number): number {
  for (let at = offset - 1; at >= 0 && at > offset - maxTag; at--) {
    if (text[at] === greater) return offset;
    if (text[at] === less) return at;
  }
  return offset;
}
