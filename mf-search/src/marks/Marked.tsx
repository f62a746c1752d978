import { color } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import type { Segment } from './markSegments.ts';

/** A text with its matches marked. */
export function Marked({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ text, hit, at }) => (hit ? <Mark key={at}>{text}</Mark> : text));
}

const Mark = styled.mark`
  background: ${color.highlightYellow};
  color: inherit;
  border-radius: 2px;
`;
