import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Badge } from './Badge.tsx';
import { Tooltip } from './Tooltip.tsx';
import { color, duration, media, radius, touchTarget } from './tokens.ts';

type Size = 'small' | 'medium' | 'large';

interface IconButtonOwnProps {
  /** Its accessible name and its tooltip. */
  label: string;
  icon: ReactNode;
  /** Default 'medium'. */
  size?: Size;
  /** Default 'quiet'. */
  variant?: 'quiet' | 'solid';
  /** A count at its corner; say it in the label too. */
  badge?: number;
  /**
   * False where the drawing needs no words, or where Escape must reach what is behind: a tooltip that is open
   * takes it first. Default true.
   */
  tooltip?: boolean;
  /** Where the tooltip stands. */
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** `as={Link} to="…"` renders a link. */
export type IconButtonProps<Element extends ElementType = 'button'> = IconButtonOwnProps & {
  as?: Element;
} & Omit<ComponentPropsWithRef<Element>, keyof IconButtonOwnProps | 'as' | 'children'>;

/** A command drawn and not written; its name is read out and shown on hover and focus. */
export function IconButton<Element extends ElementType = 'button'>({
  as,
  label,
  icon,
  size = 'medium',
  variant = 'quiet',
  badge,
  tooltip = true,
  tooltipSide,
  ...rest
}: IconButtonProps<Element>) {
  const isButton = as === undefined || as === 'button';
  const face = (
    <Face
      as={as as ElementType}
      {...(isButton ? { type: 'button' } : {})}
      aria-label={label}
      {...(rest as object)}
      $size={size}
      $solid={variant === 'solid'}
    >
      {icon}
      {badge ? (
        <Corner aria-hidden>
          <Badge count={badge} />
        </Corner>
      ) : null}
    </Face>
  );
  return tooltip ? (
    <Tooltip text={label} side={tooltipSide}>
      {face}
    </Tooltip>
  ) : (
    face
  );
}

const edge = { small: '2rem', medium: '2.5rem', large: '3rem' };
const glyph = { small: '1rem', medium: '1.25rem', large: '1.5rem' };

const Face = styled.button<{ $size: Size; $solid: boolean }>`
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

const Corner = styled.span`
  position: absolute;
  inset-block-start: -6px;
  inset-inline-start: 52%;
`;
