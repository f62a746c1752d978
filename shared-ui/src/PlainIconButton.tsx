import type { ReactNode } from 'react';
import { IconFace, type IconSize } from './IconFace.ts';

export interface PlainIconButtonProps {
  /** Its accessible name; the browser shows it on hover. */
  label: string;
  icon: ReactNode;
  /** Default 'medium'. */
  size?: IconSize;
  onClick: () => void;
}

/** An `IconButton` for the pages that a visitor sees first: without the weight of a tooltip that places itself. */
export function PlainIconButton({ label, icon, size = 'medium', onClick }: PlainIconButtonProps) {
  return (
    <IconFace type="button" aria-label={label} title={label} onClick={onClick} $size={size} $solid={false}>
      {icon}
    </IconFace>
  );
}
