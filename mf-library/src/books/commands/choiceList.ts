import { color, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Buttons below each other in a dialog, of which some are pressed. */
export const ChoiceList = styled.ul`
  & button {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    inline-size: 100%;
    min-block-size: ${touchTarget};
    padding: ${space(1.5)} ${space(2)};
    border: 0;
    border-radius: ${radius.control};
    background: none;
    text-align: start;
    overflow-wrap: anywhere;
    &:hover { background: ${color.surfaceHover}; }
    &[aria-pressed='true'] { color: ${color.accent}; }
    & > svg { flex: none; inline-size: 1.125rem; block-size: 1.125rem; color: ${color.textMuted}; }
  }
  & small { display: block; color: ${color.textMuted}; font-size: ${type.small}; }
`;
