import { space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Numbered steps. */
export const Steps = styled.ol`
  display: grid;
  gap: ${space(2)};
  padding-inline-start: ${space(6)};
  list-style: decimal;
`;

/** Checkboxes of the scopes. */
export const Scopes = styled.fieldset`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  border: 0;
`;
