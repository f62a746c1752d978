import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, duration, media, radius, touchTarget } from './tokens.ts';

export interface PlainIconButtonProps {
  /** Accessible name and native tooltip. */
  label: string;
  icon: ReactNode;
  /** Default 'medium'. */
  size?: IconSize;
  onClick: () => void;
}

/** An `IconButton` without the weight of a positioned tooltip, for public pages. */
export function PlainIconButton({ label, icon, size = 'medium', onClick }: PlainIconButtonProps) {
  return (
    <StyledIconButton type="button" aria-label={label} title={label} onClick={onClick} $size={size}>
      {icon}
    </StyledIconButton>
  );
}

export type IconSize = 'small' | 'medium' | 'large';

const edge = { small: '2rem', medium: '2.5rem', large: '3rem' };
const glyph = { small: '1rem', medium: '1.25rem', large: '1.5rem' };

/** Styles of `IconButton` and `PlainIconButton`. */
export const StyledIconButton = styled.button<{ $size: IconSize }>`
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
  background: transparent;
  color: ${color.textMuted};
  cursor: pointer;
  transition:
    background-color ${duration.fast},
    color ${duration.fast};

  & > svg { inline-size: ${({ $size }) => glyph[$size]}; block-size: ${({ $size }) => glyph[$size]}; }
  &:hover,
  &[data-state='open']:not([role='tooltip']) {
    background: ${color.surfaceHover};
    color: ${color.text};
  }
  &[aria-pressed='true'] { background: ${color.accentSoft}; color: ${color.accent}; }
  &:disabled { background: transparent; color: ${color.textMuted}; opacity: 0.55; }
  &:focus-visible { border-radius: ${radius.control}; }

  @media ${media.narrow} {
    min-inline-size: ${touchTarget};
    min-block-size: ${touchTarget};
  }
`;
