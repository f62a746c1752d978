import { styled } from 'styled-components';
import { color, font, radius, type } from './tokens.ts';

/** A keyboard key. */
export const Kbd = styled.kbd`
  display: inline-block;
  min-inline-size: 1.5rem;
  padding: 0.0625rem 0.375rem;
  border: 1px solid ${color.line};
  border-block-end-width: 2px;
  border-radius: ${radius.cover};
  background: ${color.surfaceSunken};
  color: ${color.textMuted};
  font-family: ${font.interface};
  font-size: ${type.caption};
  line-height: 1.25rem;
  text-align: center;
  white-space: nowrap;
`;
