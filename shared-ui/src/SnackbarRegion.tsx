import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { layer, media, space } from './tokens.ts';

export interface SnackbarRegionProps {
  /** The name of the place where notices appear. */
  label: string;
  children: ReactNode;
}

/** Where snackbars stand: below in the middle, above what is fixed to the edge at narrow width. */
export function SnackbarRegion({ label, children }: SnackbarRegionProps) {
  return (
    <Place aria-label={label} aria-live="polite" aria-relevant="additions">
      {children}
    </Place>
  );
}

const Place = styled.section`
  position: fixed;
  inset-inline: 0;
  inset-block-end: ${space(6)};
  z-index: ${layer.notice};
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  pointer-events: none;
  & > * { pointer-events: auto; }
  /* Above the bottom bar, and above the round buttons that float over it. */
  @media ${media.narrow} { inset-block-end: calc(8.25rem + env(safe-area-inset-bottom)); }
  /* And above the line to write in that a page may have at its foot. */
  body:has([data-page-foot]) & {
    inset-block-end: ${space(24)};
    @media ${media.narrow} { inset-block-end: calc(12rem + env(safe-area-inset-bottom)); }
  }
`;
