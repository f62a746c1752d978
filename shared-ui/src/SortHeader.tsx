import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, media, space, touchTarget } from './tokens.ts';

export interface SortHeaderProps {
  /** Current sort direction of this column, if any. */
  sorted?: 'ascending' | 'descending';
  onSort: () => void;
  children: ReactNode;
}

/** A sortable column header. */
export function SortHeader({ sorted, onSort, children }: SortHeaderProps) {
  return (
    <th scope="col" aria-sort={sorted ?? 'none'}>
      <StyledButton type="button" onClick={onSort}>
        {children}
        {sorted === 'ascending' ? <ArrowUp aria-hidden /> : null}
        {sorted === 'descending' ? <ArrowDown aria-hidden /> : null}
      </StyledButton>
    </th>
  );
}

const StyledButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  padding: 0;
  border: 0;
  background: none;
  font-weight: inherit;
  &:hover { color: ${color.text}; text-decoration: underline; text-underline-offset: 0.25em; }
  & > svg { inline-size: 0.875rem; block-size: 0.875rem; }
  @media ${media.narrow} { min-block-size: ${touchTarget}; min-inline-size: ${touchTarget}; }
`;
