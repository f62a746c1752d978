import { color, duration, easing, layer, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Box, Margins } from '../engine/renderer.ts';

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

interface Size {
  width: number;
  height: number;
}

const gap = 10;

/**
 * Placement of a popup beside a box: above, else below, else over it
 * when the box fills the window; always inside the window. In CSS pixels.
 */
export function placeBeside(box: Box, size: Size, window: Size): { left: number; top: number } {
  const within = (value: number, length: number, available: number) =>
    Math.max(gap, Math.min(value, available - length - gap));
  const above = box.top - size.height - gap;
  const below = box.top + box.height + gap;
  return {
    left: within(box.left + box.width / 2 - size.width / 2, size.width, window.width),
    top: within(above >= gap ? above : below, size.height, window.height),
  };
}

/** Space around a palette in a margin, in CSS pixels. */
const marginGap = 6;

/**
 * Placement of a palette in the margin of the page that is nearer to a box, where it covers no text; null when the
 * margins are too narrow. In CSS pixels.
 */
export function placeOutsideText(
  box: Box,
  margins: Margins,
  size: Size,
  window: Size,
): { left: number; top: number } | null {
  const fits = ({ from, to }: { from: number; to: number }) => to - from >= size.width + 2 * marginGap;
  if (size.height + 2 * gap > window.height) return null;
  const toLeft = box.left - margins.left.to;
  const toRight = margins.right.from - (box.left + box.width);
  const isLeft = fits(margins.left) && (toLeft < toRight || !fits(margins.right));
  if (!isLeft && !fits(margins.right)) return null;
  const middle = box.top + box.height / 2 - size.height / 2;
  return {
    left: isLeft ? margins.left.to - size.width - marginGap : margins.right.from + marginGap,
    top: Math.max(gap, Math.min(middle, window.height - size.height - gap)),
  };
}

/**
 * Placement of an editor: in the margin beside the text, else below or above it, so that the text stays visible. Beside
 * a box narrower than the editor are the other words of its line. In CSS pixels.
 */
export function placeInMargin(box: Box, size: Size, window: Size): { left: number; top: number } {
  const right = box.left + box.width + gap;
  const left = box.left - size.width - gap;
  const fitsRight = right + size.width + gap <= window.width;
  if ((!fitsRight && left < gap) || box.width < size.width) {
    const below = box.top + box.height + gap;
    const fitsBelow = below + size.height + gap <= window.height;
    return fitsBelow ? { ...placeBeside(box, size, window), top: below } : placeBeside(box, size, window);
  }
  const top = Math.max(gap, Math.min(box.top, window.height - size.height - gap));
  return { left: fitsRight ? right : left, top };
}

/** Side of a bottom sheet on which it does not cover the text. */
export const sheetSide = (box: Box, window: Size): 'top' | 'bottom' =>
  box.top + box.height / 2 > window.height / 2 ? 'top' : 'bottom';
