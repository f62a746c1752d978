import type { Segment } from './markSegments.ts';

/** A text with its matches marked. */
export function Marked({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ text, hit, at }) => (hit ? <mark key={at}>{text}</mark> : text));
}
