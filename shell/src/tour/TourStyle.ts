import { color, font, media, radius, shadow, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { createGlobalStyle } from 'styled-components';

/** Styles of the driver.js popover. */
export const TourStyle = createGlobalStyle`
  .driver-popover.lectern-tour {
    max-inline-size: min(23rem, calc(100vw - 2rem));
    padding: ${space(5)};
    border-radius: ${radius.control};
    background: ${color.surfaceRaised};
    box-shadow: ${shadow.float};
    color: ${color.text};
    text-align: start;
  }
  .lectern-tour * { font-family: ${font.interface}; }
  .lectern-tour .driver-popover-title { padding-inline-end: ${space(8)}; font-family: ${font.reading}; font-size: ${type.large}; font-weight: 550; line-height: 1.3; }
  .lectern-tour .driver-popover-description { margin-block-start: ${space(2)}; color: ${color.textMuted}; font-size: ${type.body}; line-height: 1.55; }
  .lectern-tour .driver-popover-progress-text { color: ${color.textMuted}; font-size: ${type.small}; font-variant-numeric: tabular-nums; }
  .lectern-tour .driver-popover-footer { margin-block-start: ${space(5)}; }
  .lectern-tour .driver-popover-footer button {
    min-block-size: 2.25rem;
    padding: 0 ${space(4)};
    border: 1px solid ${color.lineStrong};
    border-radius: ${radius.control};
    background: ${color.surfaceRaised};
    color: ${color.text};
    font-size: ${type.small};
    font-weight: 550;
    text-shadow: none;
  }
  .lectern-tour .driver-popover-footer button:hover:enabled { background: ${color.surfaceHover}; }
  .lectern-tour .driver-popover-footer .driver-popover-next-btn { border-color: ${color.accent}; background: ${color.accent}; color: ${color.accentText}; }
  .lectern-tour .driver-popover-footer .driver-popover-next-btn:hover:enabled { background: ${color.accentHover}; }
  .lectern-tour button:disabled { opacity: 0.5; }
  .lectern-tour button:focus-visible { outline: 2px solid ${color.focus}; outline-offset: 2px; }
  .lectern-tour .driver-popover-close-btn { inline-size: ${touchTarget}; block-size: ${touchTarget}; color: ${color.textMuted}; }
  .lectern-tour .driver-popover-arrow { border-color: transparent; }
  .lectern-tour .driver-popover-arrow-side-left { border-left-color: ${color.surfaceRaised}; }
  .lectern-tour .driver-popover-arrow-side-right { border-right-color: ${color.surfaceRaised}; }
  .lectern-tour .driver-popover-arrow-side-top { border-top-color: ${color.surfaceRaised}; }
  .lectern-tour .driver-popover-arrow-side-bottom { border-bottom-color: ${color.surfaceRaised}; }
  @media ${media.narrow} { .lectern-tour .driver-popover-footer button { min-block-size: ${touchTarget}; } }
`;
