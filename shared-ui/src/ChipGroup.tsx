import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { scrollFade } from './scrollFade.styles.ts';
import { media, space } from './tokens.ts';

export interface ChipGroupProps {
  /** Accessible name of the group. */
  label: string;
  /** All chips are seen on narrow screens too, on several lines. */
  wraps?: boolean;
  children: ReactNode;
}

/** A group of chips; on narrow screens one scrollable line. */
export function ChipGroup({ label, wraps = false, children }: ChipGroupProps) {
  return (
    <Row role="group" aria-label={label} data-wraps={wraps || undefined}>
      {children}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};

  @media ${media.narrow} {
    &:not([data-wraps]) {
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: none;
      ${scrollFade}
      /* Space for focus rings, which the scroll area would cut off. */
      padding: 4px;
      margin: -4px;
    }
  }
`;
