import { css } from 'styled-components';
import { color, duration, media, radius, space, touchTarget, type } from './tokens.ts';

/** Styles of text fields and selects. */
export const controlStyles = css`
  inline-size: 100%;
  min-block-size: 2.5rem;
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.control};
  background: ${color.surfaceRaised};
  color: ${color.text};
  font-size: ${type.body};
  line-height: 1.4;
  transition: border-color ${duration.fast};

  &:hover { border-color: ${color.text}; }
  &:focus-visible { border-radius: ${radius.control}; outline-offset: 0; border-color: ${color.focus}; }
  &[aria-invalid='true'] { border-color: ${color.danger}; }
  /* Suggestions come while one types; only some browsers would draw an arrow, and unlike that of a menu. */
  &[list]::-webkit-calendar-picker-indicator { display: none !important; }
  &:disabled { background: ${color.surfaceSunken}; color: ${color.textMuted}; border-color: ${color.line}; cursor: not-allowed; }

  @media ${media.narrow} {
    min-block-size: ${touchTarget};
  }
`;
