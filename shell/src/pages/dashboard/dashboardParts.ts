import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export const Greeting = styled.h1`
  margin-block-end: ${space(10)};
  font-size: ${type.display};
  @media ${media.narrow} { margin-block-end: ${space(6)}; }
`;

export const Columns = styled.div`
  display: grid;
  gap: ${space(12)};
  @media (min-width: 68.75em) { grid-template-columns: minmax(0, 1fr) 21rem; gap: ${space(16)}; }
`;

export const Trunk = styled.div`
  display: grid;
  align-content: start;
  gap: ${space(12)};
  min-inline-size: 0;
`;

export const Side = styled.aside`
  display: grid;
  align-content: start;
  gap: ${space(8)};
  min-inline-size: 0;
`;

export const Hero = styled.section`
  display: grid;
  grid-template-columns: minmax(7rem, 15rem) minmax(0, 1fr);
  align-items: center;
  gap: clamp(${space(5)}, 4vw, ${space(12)});
  @media ${media.narrow} { align-items: start; grid-template-columns: 7.5rem minmax(0, 1fr); }
  /* A phone with text at 200 %. */
  @media (max-width: 16em) { grid-template-columns: minmax(0, 1fr); }
`;

export const HeroCover = styled.div`
  & > a { display: block; border-radius: ${radius.cover}; }
`;

export const HeroWords = styled.div`
  display: grid;
  gap: ${space(2)};
  min-inline-size: 0;
  max-inline-size: 34rem;
  overflow-wrap: anywhere;
  & > h2 { font-size: clamp(1.5rem, 1.1rem + 1.6vw, 2.5rem); }
  & > p { color: ${color.textMuted}; font-size: 1.0625rem; }
`;

export const Eyebrow = styled.span`
  color: ${color.accent};
  font-size: ${type.small};
  font-weight: 600;
`;

export const Line = styled.blockquote`
  margin-block: ${space(3)} ${space(1)};
  padding-inline-start: ${space(4)};
  border-inline-start: 2px solid ${color.line};
  font-size: 1.0625rem;
  font-style: var(--quotation-style);
  line-height: 1.55;
  @media ${media.narrow} { grid-column: 1 / -1; font-size: ${type.small}; }
`;

export const Where = styled.div`
  display: grid;
  gap: ${space(2)};
  margin-block-start: ${space(3)};
  max-inline-size: 22rem;
  & > span { color: ${color.textMuted}; font-size: ${type.small}; font-variant-numeric: tabular-nums; }
`;

export const HeroActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  margin-block-start: ${space(4)};
`;

export const NoteList = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: ${space(5)};
  overflow-wrap: anywhere;
  & a { display: grid; gap: ${space(1)}; color: inherit; text-align: left; text-decoration: none; }
  /* By the page, also where the words run the other way. */
  & a:dir(rtl) { text-align: right; }
  & a:hover p { color: ${color.accent}; }
  & q { color: ${color.textMuted}; font-family: ${font.reading}; font-size: ${type.small}; font-style: italic; }
  & p { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; font-family: ${font.reading}; line-height: 1.5; }
  & small { color: ${color.textMuted}; }
`;
