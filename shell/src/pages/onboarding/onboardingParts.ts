import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Numbered like chapters. */
export const Steps = styled.ol.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(12)} ${space(16)};
  max-inline-size: 64rem;
  counter-reset: step;
  & > li {
    display: grid;
    align-content: start;
    justify-items: start;
    gap: ${space(3)};
    padding-block-start: ${space(5)};
    border-block-start: 1px solid ${color.line};
    counter-increment: step;
  }
  & > li::before { content: counter(step, upper-roman); color: ${color.accent}; font-family: ${font.reading}; font-size: ${type.large}; }
  & h2 { font-size: ${type.large}; }
  & p { color: ${color.textMuted}; font-family: ${font.reading}; }
  @media ${media.narrow} { grid-template-columns: 1fr; gap: ${space(8)}; }
`;
