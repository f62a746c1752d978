import { type ReactNode, useRef } from 'react';
import { styled } from 'styled-components';
import { layer, media, space } from './tokens.ts';
import { useMessagePosition } from './useMessagePosition.ts';

export interface SnackbarRegionProps {
  /** Accessible name of the region. */
  label: string;
  children: ReactNode;
}

/**
 * Region of snackbars: at the bottom center, and at the top while the focus is below them. A prompt at the end
 * of the window sets --below-messages, the room that it needs below them.
 */
export function SnackbarRegion({ label, children }: SnackbarRegionProps) {
  const region = useRef<HTMLElement>(null);
  return (
    <Place
      ref={region}
      data-side={useMessagePosition(region)}
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
  inset-block-end: max(${space(6)}, var(--below-messages, 0px));
  z-index: ${layer.notice};
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  pointer-events: none;
  & > * { pointer-events: auto; }
  /* Above the bottom bar and floating buttons. */
  @media ${media.narrow} {
    inset-block-end: max(calc(8.25rem + env(safe-area-inset-bottom)), var(--below-messages, 0px));
  }
  /* And above a page's composer. */
  body:has([data-page-foot]) & {
    inset-block-end: max(${space(24)}, var(--below-messages, 0px));
    @media ${media.narrow} {
      inset-block-end: max(calc(12rem + env(safe-area-inset-bottom)), var(--below-messages, 0px));
    }
  }
  /* At the top while a dialog is open, whose buttons are at its end. */
  body:has([data-scrim]) &, body &[data-side='top'] {
    inset-block: ${space(3)} auto;
    @media ${media.narrow} { inset-block: ${space(3)} auto; }
  }
`;
