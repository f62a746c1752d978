import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { media, space } from './tokens.ts';

export interface ChipGroupProps {
  /** What the chips choose, read out before them. */
  label: string;
  children: ReactNode;
}

/** Chips that belong together; at narrow width they run on one line that scrolls. */
export function ChipGroup({ label, children }: ChipGroupProps) {
  return (
    <Row role="group" aria-label={label}>
      {children}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};

  @media ${media.narrow} {
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: none;
    /* Room for the focus ring, which the scroll area would cut. */
    padding: 4px;
    margin: -4px;
  }
`;
