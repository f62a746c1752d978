import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { color, duration, media, radius, space, touchTarget, type } from './tokens.ts';

export interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onChange'> {
  pressed: boolean;
  /** Called with the new state. */
  onChange: (pressed: boolean) => void;
  /** Number of matches. */
  count?: number;
  icon?: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A toggle chip for filters. */
export function Chip({ pressed, onChange, count, icon, children, ...rest }: ChipProps) {
  return (
    <StyledChip type="button" {...rest} aria-pressed={pressed} onClick={() => onChange(!pressed)}>
      {icon}
      <span>{children}</span>
      {count === undefined ? null : <Count>{count}</Count>}
    </StyledChip>
  );
}

const Count = styled.span`
  font-variant-numeric: tabular-nums;
  color: ${color.textMuted};
`;

const StyledChip = styled.button`
  display: inline-flex;
  flex: none;
  max-inline-size: 100%;
  align-items: center;
  gap: ${space(2)};
  min-block-size: 2.125rem;
  padding-inline: ${space(3.5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.round};
  background: transparent;
  color: ${color.text};
  font-size: ${type.small};
  font-weight: 500;
  white-space: nowrap;
  transition: background-color ${duration.fast}, border-color ${duration.fast}, color ${duration.fast};

  & > svg { flex: none; inline-size: 1rem; block-size: 1rem; }
  & > span:first-of-type { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
  &:hover { background: ${color.surfaceHover}; }
  &[aria-pressed='true'] {
    background: ${color.accentSoft};
    border-color: ${color.accent};
    color: ${color.accent};
  }
  &[aria-pressed='true'] > ${Count} { color: ${color.accent}; }
  &:focus-visible { border-radius: ${radius.round}; }
  &:disabled { opacity: 0.55; }

  @media ${media.narrow} { min-block-size: ${touchTarget}; }
`;
