/** A segment of an upload; its key ends in `<offset>-<length>`. */
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
 * The ranges to read, in order, for the first `size` bytes. When a response was lost after its bytes were stored, the
 * client repeats some, so segments may overlap; their bytes are equal. Empty when there is a gap.
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
