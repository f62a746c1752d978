import { space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** What to do, one after the other. */
export const Steps = styled.ol`
  display: grid;
  gap: ${space(2)};
  padding-inline-start: ${space(6)};
  list-style: decimal;
`;
