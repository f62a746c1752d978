import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Badge } from './Badge.tsx';
import { type IconSize, StyledIconButton } from './PlainIconButton.tsx';
import { Tooltip } from './Tooltip.tsx';
import { media } from './tokens.ts';

interface IconButtonOwnProps {
  /** Its accessible name and its tooltip. */
  label: string;
  icon: ReactNode;
  /** Default 'medium'. */
  size?: IconSize;
  /** Badge count; include it in the label too. */
  badge?: number;
  /**
   * False without a tooltip: an open one handles Escape
   * first. Default true.
   */
  tooltip?: boolean;
  /** Side of the tooltip. */
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** `as={Link} to="…"` renders a link. */
export type IconButtonProps<Element extends ElementType = 'button'> = IconButtonOwnProps & {
  as?: Element;
} & Omit<ComponentPropsWithRef<Element>, keyof IconButtonOwnProps | 'as' | 'children'>;

/** An icon button with accessible name and tooltip. */
export function IconButton<Element extends ElementType = 'button'>({
  as,
  label,
  icon,
  size = 'medium',
  badge,
  tooltip = true,
  tooltipSide,
  ...rest
}: IconButtonProps<Element>) {
  const isButton = as === undefined || as === 'button';
  const face = (
    <StyledIconButton
      as={as as ElementType}
      {...(isButton ? { type: 'button' } : {})}
      aria-label={label}
      {...(rest as object)}
      $size={size}
    >
      {icon}
      {badge ? (
        <Corner aria-hidden>
          <Badge count={badge} />
        </Corner>
      ) : null}
    </StyledIconButton>
  );
  return tooltip ? (
    <Tooltip text={label} side={tooltipSide}>
      {face}
    </Tooltip>
  ) : (
    face
  );
}

const Corner = styled.span`
  position: absolute;
  inset-block-start: -6px;
  inset-inline-start: 52%;
  @media ${media.narrow} { inset-block-start: -1px; }
`;
