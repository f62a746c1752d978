import { Children, type CSSProperties, type ReactNode, useRef } from 'react';
import { styled } from 'styled-components';
import { layer, space } from './tokens.ts';
import { useMessagePosition, useRoomForBars } from './useMessagePosition.ts';

export interface SnackbarRegionProps {
  /** Accessible name of the region. */
  label: string;
  children: ReactNode;
}

/**
 * Region of snackbars: at the bottom center above every bar there (`data-bar`), and at the top while the focus is below
 * them. The newest lies on the others, which return when it leaves or when the pointer or the focus is on it;
 * failures are never hidden.
 */
export function SnackbarRegion({ label, children }: SnackbarRegionProps) {
  const region = useRef<HTMLElement>(null);
  return (
    <Place
      ref={region}
      data-side={useMessagePosition(region)}
      style={{ '--bars': `${useRoomForBars(Children.count(children) > 0)}px` } as CSSProperties}
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions"
    >
      {children}
    </Place>
  );
}

const Place = styled.section`
  position: fixed;
  inset-inline: 0;
  inset-block-end: max(${space(6)}, var(--bars) + ${space(2)});
  z-index: ${layer.notice};
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  pointer-events: none;
  & > * { pointer-events: auto; }
  &:not(:hover, :focus-within) > :not(:last-child, :has([role='alert'])) { display: none; }
  /* At the top while a dialog is open, whose buttons are at its end. */
  body:has([data-scrim]) &, body &[data-side='top'] {
    inset-block: ${space(3)} auto;
  }
`;
