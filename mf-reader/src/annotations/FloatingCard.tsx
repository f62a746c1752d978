import { color, duration, easing, layer, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Box, Margins } from '../engine/renderer.ts';
import { placeBeside, placeInMargin, placeOutsideText, sheetSide } from './placing.ts';

export interface FloatingCardProps {
  /** The box to place it beside. */
  box: Box;
  label: string;
  onClose: () => void;
  /** Focuses its field, or the card itself, when it appears. */
  takeFocus?: boolean;
  /** Placed in one of these margins as a column (`data-layout`), where there is space. */
  margins?: Margins;
  /** Placed in the margin, to keep the text visible while writing. */
  inMargin?: boolean;
  children: ReactNode;
}

/** A popup beside text; on narrow screens a bottom sheet. */
export function FloatingCard({
  box,
  label,
  onClose,
  takeFocus = false,
  margins,
  inMargin = false,
  children,
}: FloatingCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);

  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const put = () => {
      const viewport = { width: window.innerWidth, height: window.innerHeight };
      const size = () => ({ width: element.offsetWidth, height: element.offsetHeight });
      element.dataset.layout = 'column';
      const outside = margins ? placeOutsideText(box, margins, size(), viewport) : null;
      if (outside === null) element.dataset.layout = 'row';
      setPlace(outside ?? (inMargin ? placeInMargin : placeBeside)(box, size(), viewport));
    };
    put();
    const observer = new ResizeObserver(put);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, margins, inMargin]);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => window.removeEventListener('keydown', closeOnEscape, { capture: true });
  }, [onClose]);

  useEffect(() => {
    if (!takeFocus) return;
    const field = card.current?.querySelector<HTMLElement>('textarea, input');
    (field ?? card.current)?.focus();
  }, [takeFocus]);

  // Transparent until it is placed: `visibility: hidden` would prevent focus, and with
  // reduced motion lasts a frame longer.
  return (
    <StyledCard
      ref={card}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      data-side={
        inMargin ? sheetSide(box, { width: window.innerWidth, height: window.innerHeight }) : 'bottom'
      }
      style={place ?? { opacity: 0 }}
    >
      {children}
    </StyledCard>
  );
}

const StyledCard = styled.div`
  position: fixed;
  z-index: ${layer.overlay};
  max-inline-size: calc(100vw - 1.25rem);
  border-radius: ${radius.control};
  background: ${color.surfaceRaised};
  color: ${color.text};
  box-shadow: ${shadow.float};
  animation: lectern-rise ${duration.fast} ${easing};
  &:focus { outline: none; }

  @media ${media.narrow} {
    inset: auto 0 0 !important;
    max-inline-size: none;
    border-radius: ${radius.sheet} ${radius.sheet} 0 0;
    padding-block-end: calc(${space(2)} + env(safe-area-inset-bottom));
    animation: lectern-sheet-in ${duration.slow} ${easing};
    &[data-side='top'] {
      inset: 0 0 auto !important;
      border-radius: 0 0 ${radius.sheet} ${radius.sheet};
      padding-block: env(safe-area-inset-top) 0;
      animation: lectern-rise ${duration.fast} ${easing};
    }
  }
`;
