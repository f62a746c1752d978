/** A stretch of an upload's bytes; its key ends in `<offset>-<length>`. */
export interface Segment {
  key: string;
  offset: number;
  length: number;
}

export function segmentOf(key: string): Segment | null {
  const match = /\/(\d{1,15})-(\d{1,15})$/.exec(key);
  return match ? { key, offset: Number(match[1]), length: Number(match[2]) } : null;
}

/**
 * What to read, one after another, for the first `size` bytes. Where a request was lost after its bytes had been kept,
 * the next one brought some of them again, so segments may lie over each other; their bytes are the same. Empty when
 * there is a hole.
 */
export function segmentsThatCover(
  segments: readonly Segment[],
  size: number,
): { key: string; skip: number; length: number }[] {
  const parts = [];
  for (let at = 0; at < size; ) {
    const end = ({ offset, length }: Segment) => offset + length;
    const [best] = segments
      .filter((segment) => segment.offset <= at && end(segment) > at)
      .sort((a, b) => end(b) - end(a));
    if (best === undefined) return [];
    const length = Math.min(end(best), size) - at;
    parts.push({ key: best.key, skip: at - best.offset, length });
    at += length;
  }
  return parts;
}
