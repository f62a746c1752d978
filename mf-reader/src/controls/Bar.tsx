import { color, duration, easing, layer, space } from '@lectern/shared-ui/tokens.ts';
import type { FocusEvent } from 'react';
import { css, styled } from 'styled-components';

/**
 * Common styles of the bars, which slide over the page. Hidden bars are transparent but remain in the accessibility
 * tree, so that screen readers can use them and focus reveals them.
 */
export const barStyles = css<{ $visible: boolean }>`
  position: absolute;
  inset-inline: 0 var(--panel, 0px);
  z-index: ${layer.bar};
  background: ${color.surface};
  color: ${color.text};
  user-select: none;
  opacity: ${({ $visible }) => ($visible ? 1 : 0)};
  pointer-events: ${({ $visible }) => ($visible ? 'auto' : 'none')};
  transition:
    opacity ${duration.normal},
    transform ${duration.normal} ${easing};
`;

/** Props of a bar that keep it visible while the pointer or the keyboard is on it. */
export const holdWhileUsed = (onHold: (on: boolean) => void) => ({
  onPointerEnter: () => onHold(true),
  onPointerLeave: () => onHold(false),
  onFocus: (event: FocusEvent) => onHold(event.target.matches(':focus-visible')),
  onBlur: () => onHold(false),
});

/** Height of the bars when they stay visible beside the page. */
export const barHeights = {
  top: 'calc(3.25rem + env(safe-area-inset-top))',
  bottom: 'calc(5rem + env(safe-area-inset-bottom))',
} as const;

export const ProgressLine = styled.div`
  position: absolute;
  inset-inline: 0;
  inset-block-end: 0;
  block-size: 2px;
  z-index: ${layer.bar};
  pointer-events: none;
  & > span { display: block; block-size: 100%; background: ${color.progress}; transition: inline-size ${duration.slow}; }
`;

export const barPadding = `${space(1)} max(${space(3)}, env(safe-area-inset-right)) ${space(1)} max(${space(3)}, env(safe-area-inset-left))`;
