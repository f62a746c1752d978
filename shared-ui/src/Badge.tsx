import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { badgeText } from './badgeText.ts';
import { color, radius, type } from './tokens.ts';

export interface BadgeProps {
  /** Shown as 99+ above 99; hidden for 0. */
  count?: number;
  /** Text instead of a count. */
  children?: ReactNode;
  /** Default 'accent' for a count, 'neutral' for words. */
  tone?: 'accent' | 'neutral' | 'progress' | 'danger' | 'warning' | 'success' | 'info';
}

/** A badge with a count or label. */
export function Badge({ count, children, tone }: BadgeProps) {
  const isCount = children === undefined;
  const content = isCount ? badgeText(count) : children;
  if (content === '') return null;
  return (
    // Isolates '99+' in right-to-left text.
    <StyledBadge dir={isCount ? 'ltr' : undefined} $tone={tone ?? (isCount ? 'accent' : 'neutral')}>
      {content}
    </StyledBadge>
  );
}

const toneColors = {
  accent: [color.accent, color.accentText],
  neutral: [color.surfaceSunken, color.textMuted],
  progress: [color.progressSoft, color.progress],
  danger: [color.dangerSoft, color.danger],
  warning: [color.warningSoft, color.warning],
  success: [color.successSoft, color.success],
  info: [color.infoSoft, color.info],
} as const;

const StyledBadge = styled.span<{ $tone: keyof typeof toneColors }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-inline-size: 1.25rem;
  block-size: 1.25rem;
  padding-inline: 0.375rem;
  border-radius: ${radius.round};
  background: ${({ $tone }) => toneColors[$tone][0]};
  color: ${({ $tone }) => toneColors[$tone][1]};
  font-size: ${type.caption};
  font-weight: 600;
  line-height: 1;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
`;
