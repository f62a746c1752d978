import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** A sentence below a heading beside the main column of a book's page. */
export const AsideText = styled.p`
  margin-block-end: ${space(2)};
  color: ${color.textMuted};
  font-size: ${type.small};
`;

/** Rows beside the main column: what happened, a figure, and a button. */
export const AsideRows = styled.ul`
  margin-block-end: ${space(3)};
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
    gap: ${space(2)};
    padding-block: ${space(1)};
    border-block-end: 1px solid ${color.line};
    font-size: ${type.small};
    font-variant-numeric: tabular-nums;
  }
  & > li > :first-child::first-letter { text-transform: uppercase; }
  & b { font-weight: 500; }
  & small { display: block; color: ${color.textMuted}; font-size: inherit; }
`;

export const AsideButtons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
