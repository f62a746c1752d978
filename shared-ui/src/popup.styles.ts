import { css } from 'styled-components';
import { color, duration, easing, layer, media, radius, shadow, space } from './tokens.ts';

/** Styles of menus and popovers; bottom sheets on narrow screens. */
export const popupStyles = css`
  z-index: ${layer.popup};
  border-radius: ${radius.control};
  background: ${color.surfaceRaised};
  color: ${color.text};
  box-shadow: ${shadow.float};
  outline: none;
  transform-origin: var(--radix-popper-transform-origin);
  animation: lectern-rise ${duration.fast} ${easing};
  &[data-state='closed'] { animation: lectern-fade-out ${duration.fast} forwards; }
  &:focus-visible { outline: none; border-radius: ${radius.control}; }

  @media ${media.narrow} {
    &[data-sheet] {
      inline-size: 100%;
      max-inline-size: none;
      max-block-size: 80dvh;
      overflow-y: auto;
      border-radius: ${radius.sheet} ${radius.sheet} 0 0;
      padding-block-end: calc(${space(3)} + env(safe-area-inset-bottom));
      /* The scrim is a shadow: a pseudo-element would move with the sheet. */
      box-shadow: 0 0 0 200vmax ${color.scrim};
      animation: lectern-sheet-in ${duration.slow} ${easing};
      &[data-state='closed'] { animation: lectern-sheet-out ${duration.fast} forwards; }
    }
    &[data-sheet='live'] { max-block-size: 50dvh; box-shadow: ${shadow.float}; }
  }
`;
