import type { ReactNode } from 'react';
import { type IconSize, StyledIconButton } from './iconButton.styles.ts';

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
    <StyledIconButton
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      $size={size}
      $solid={false}
    >
      {icon}
    </StyledIconButton>
  );
}
