import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export const Hero = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
  align-items: center;
  gap: clamp(${space(10)}, 6vw, ${space(24)});
  padding-block: clamp(${space(8)}, 7vh, ${space(24)}) ${space(24)};
  @media (max-width: 62.5em) { grid-template-columns: 1fr; padding-block: ${space(6)} ${space(16)}; }
`;

export const HeroWords = styled.div`
  display: grid;
  gap: ${space(6)};
  & > h1 { font-size: clamp(2.25rem, 1.3rem + 3.4vw, 4rem); line-height: 1.08; }
  & > p { max-inline-size: 46ch; color: ${color.textMuted}; font-family: ${font.reading}; font-size: 1.1875rem; line-height: 1.6; }
`;

export const HeroButtons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  margin-block-start: ${space(2)};
`;

export const Statements = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(12)} ${space(10)};
  && { padding-block: ${space(16)}; }
  border-block-start: 1px solid ${color.line};
  & > li { display: grid; align-content: start; gap: ${space(3)}; }
  & h2 { margin-block-start: ${space(3)}; font-size: ${type.large}; }
  & p { color: ${color.textMuted}; font-family: ${font.reading}; line-height: 1.6; }
  @media ${media.narrow} { grid-template-columns: 1fr; && { padding-block: ${space(12)}; } }
`;

export const Closing = styled.section`
  display: grid;
  justify-items: center;
  gap: ${space(6)};
  padding-block: ${space(16)} ${space(8)};
  border-block-start: 1px solid ${color.line};
  text-align: center;
`;
