import type { CSSProperties } from 'react';
import { styled } from 'styled-components';
import { space } from './tokens.ts';

export interface StackProps {
  /** Vertical by default. */
  direction?: 'vertical' | 'inline';
  /** Gap in steps of 4 px; 4 by default. */
  gap?: number;
  align?: CSSProperties['alignItems'];
  justify?: CSSProperties['justifyContent'];
}

/** A flex container with equal gaps; an inline one wraps. Takes `as` for another element. */
export const Stack = styled.div.withConfig({
  shouldForwardProp: (name) => !['direction', 'gap', 'align', 'justify'].includes(name),
})<StackProps>`
  display: flex;
  min-inline-size: 0;
  flex-direction: ${({ direction }) => (direction === 'inline' ? 'row' : 'column')};
  flex-wrap: ${({ direction }) => (direction === 'inline' ? 'wrap' : 'nowrap')};
  gap: ${({ gap = 4 }) => space(gap)};
  align-items: ${({ align, direction }) => align ?? (direction === 'inline' ? 'center' : 'stretch')};
  justify-content: ${({ justify }) => justify ?? 'flex-start'};
`;
