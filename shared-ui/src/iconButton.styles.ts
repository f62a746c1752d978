import { styled } from 'styled-components';
import { color, duration, media, radius, touchTarget } from './tokens.ts';

export type IconSize = 'small' | 'medium' | 'large';

const edge = { small: '2rem', medium: '2.5rem', large: '3rem' };
const glyph = { small: '1rem', medium: '1.25rem', large: '1.5rem' };

/** Styles of `IconButton` and `PlainIconButton`. */
export const StyledIconButton = styled.button<{ $size: IconSize; $solid: boolean }>`
  position: relative;
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  inline-size: ${({ $size }) => edge[$size]};
  block-size: ${({ $size }) => edge[$size]};
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: ${({ $solid }) => ($solid ? color.accent : 'transparent')};
  color: ${({ $solid }) => ($solid ? color.accentText : color.textMuted)};
  cursor: pointer;
  transition:
    background-color ${duration.fast},
    color ${duration.fast};

  & > svg { inline-size: ${({ $size }) => glyph[$size]}; block-size: ${({ $size }) => glyph[$size]}; }
  &:hover,
  &[data-state='open']:not([role='tooltip']) {
    background: ${({ $solid }) => ($solid ? color.accentHover : color.surfaceHover)};
    color: ${({ $solid }) => ($solid ? color.accentText : color.text)};
  }
  &[aria-pressed='true'] { background: ${color.accentSoft}; color: ${color.accent}; }
  &:disabled { background: transparent; color: ${color.textMuted}; opacity: 0.55; }
  &:focus-visible { border-radius: ${radius.control}; }

  @media ${media.narrow} {
    min-inline-size: ${touchTarget};
    min-block-size: ${touchTarget};
  }
`;
