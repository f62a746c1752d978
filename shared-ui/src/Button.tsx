import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { color, duration, font, media, radius, space, touchTarget, type } from './tokens.ts';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'small' | 'medium' | 'large';

interface ButtonOwnProps {
  /** One primary action per screen; 'quiet' has no border. Default 'secondary'. */
  variant?: Variant;
  /** Default 'medium'. */
  size?: Size;
  /** Busy: clicks are ignored, focus is kept. */
  busy?: boolean;
  /** Stands before the words. */
  icon?: ReactNode;
  /** As wide as its container. */
  fullWidth?: boolean;
  /** Side on which the words, instead of the padding, of a quiet button meet the edge of the container. */
  flush?: 'start' | 'end' | undefined;
  children: ReactNode;
}

/** `as={Link} to="/library"` renders a link that looks like a button. */
export type ButtonProps<Element extends ElementType = 'button'> = ButtonOwnProps & {
  as?: Element;
} & Omit<ComponentPropsWithRef<Element>, keyof ButtonOwnProps | 'as'>;

/** A button, of type 'button' by default. */
export function Button<Element extends ElementType = 'button'>({
  as,
  variant = 'secondary',
  size = 'medium',
  busy = false,
  icon,
  fullWidth = false,
  flush,
  children,
  ...rest
}: ButtonProps<Element>) {
  const isButton = as === undefined || as === 'button';
  const attributes = rest as Record<string, unknown>;
  const onClick = attributes.onClick as ((event: MouseEvent<HTMLElement>) => void) | undefined;
  return (
    <StyledButton
      as={as as ElementType}
      {...(isButton ? { type: 'button' } : {})}
      {...attributes}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={(event: MouseEvent<HTMLElement>) => (busy ? event.preventDefault() : onClick?.(event))}
      $variant={variant}
      $size={size}
      $fullWidth={fullWidth}
      $flush={flush}
    >
      {busy ? <Turning aria-hidden /> : icon ? <Icon aria-hidden>{icon}</Icon> : null}
      <span>{children}</span>
    </StyledButton>
  );
}

const variants = {
  primary: css`
    background: ${color.accent};
    color: ${color.accentText};
    &:hover { background: ${color.accentHover}; color: ${color.accentText}; }
  `,
  secondary: css`
    background: transparent;
    color: ${color.text};
    border-color: ${color.lineStrong};
    &:hover { background: ${color.surfaceHover}; color: ${color.text}; border-color: ${color.text}; }
  `,
  quiet: css`
    background: transparent;
    color: ${color.accent};
    &:hover { background: ${color.surfaceHover}; color: ${color.accentHover}; }
  `,
  danger: css`
    background: ${color.danger};
    color: ${color.dangerText};
    &:hover { filter: brightness(0.92); color: ${color.dangerText}; }
  `,
};

/** Padding beside the words. */
const inset = { small: space(3), medium: space(4), large: space(6) };

const sizes = {
  small: css`
    min-block-size: 2rem;
    padding: ${space(1)} ${inset.small};
    font-size: ${type.small};
  `,
  medium: css`
    min-block-size: 2.5rem;
    padding: ${space(2)} ${inset.medium};
    font-size: ${type.small};
  `,
  large: css`
    min-block-size: 3rem;
    padding: ${space(2.5)} ${inset.large};
    font-size: ${type.body};
  `,
};

interface Styles {
  $variant: Variant;
  $size: Size;
  $fullWidth: boolean;
  $flush: 'start' | 'end' | undefined;
}

const StyledButton = styled.button<Styles>`
  display: ${({ $fullWidth }) => ($fullWidth ? 'flex' : 'inline-flex')};
  inline-size: ${({ $fullWidth }) => ($fullWidth ? '100%' : 'auto')};
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  font-family: ${font.interface};
  font-weight: 550;
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition:
    background-color ${duration.fast},
    border-color ${duration.fast},
    color ${duration.fast},
    transform ${duration.fast};
  ${({ $size }) => sizes[$size]}
  ${({ $variant }) => variants[$variant]}
  ${({ $flush, $size }) => ($flush ? `margin-inline-${$flush}: calc(-1px - ${inset[$size]});` : '')}

  &:active { transform: translateY(1px); }
  &:focus-visible { border-radius: ${radius.control}; }
  &:disabled,
  &[aria-disabled='true'] {
    cursor: not-allowed;
    transform: none;
  }
  &:disabled,
  &[aria-disabled='true']:not([aria-busy='true']) {
    background: ${color.surfaceSunken};
    border-color: ${color.line};
    color: ${color.textMuted};
    filter: none;
  }
  &[aria-busy='true'] { cursor: progress; }

  @media ${media.narrow} {
    min-block-size: ${touchTarget};
  }
`;

const Icon = styled.span`
  display: inline-flex;
  flex: none;
  & > svg { inline-size: 1.15em; block-size: 1.15em; }
`;

const Turning = styled.span`
  flex: none;
  inline-size: 1.05em;
  block-size: 1.05em;
  border: 2px solid currentColor;
  border-inline-end-color: transparent;
  border-radius: ${radius.round};
  animation: lectern-turn 900ms linear infinite;
`;
