import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { HeroWords } from './dashboardParts.ts';

/** The first book, and the guide beside it; below it where there is no room. */
export const FirstBooks = styled.div`
  display: grid;
  gap: ${space(10)};
  @media (min-width: 68.75em) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: ${space(16)}; }
  & > section { grid-template-columns: minmax(6rem, 10rem) minmax(0, 1fr); align-items: center; }
  & ${HeroWords} > h2 { font-size: ${type.title}; }
  & ${HeroWords} > p { font-size: ${type.body}; }
  @media ${media.narrow} {
    gap: ${space(8)};
    & ${HeroWords} > h2 { font-size: ${type.large}; }
    & > section { grid-template-columns: 6rem minmax(0, 1fr); align-items: start; }
  }
  /* A phone with text at 200 %. */
  @media (max-width: 16em) { & > section { grid-template-columns: minmax(0, 1fr); } }
`;

/** The place of the first book. */
export const EmptyCover = styled.div`
  display: grid;
  place-items: center;
  aspect-ratio: 2 / 3;
  border: 2px dashed ${color.lineStrong};
  border-radius: ${radius.cover};
  color: ${color.accent};
  & > svg { inline-size: 2rem; block-size: 2rem; }
`;

export const Previews = styled.section`
  margin-block-start: ${space(14)};
  padding-block-start: ${space(4)};
  border-block-start: 1px solid ${color.line};
  & h2 { font-size: ${type.large}; font-weight: 500; }
  & > ul {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr));
    gap: ${space(6)} ${space(8)};
    margin-block: ${space(6)};
    padding: 0;
    list-style: none;
  }
  & li { display: grid; grid-template-columns: auto minmax(0, 1fr); align-content: start; gap: ${space(1)} ${space(3)}; }
  & li > svg { grid-row: span 2; inline-size: 1.5rem; block-size: 1.5rem; color: ${color.accent}; }
  & h3 { font-family: ${font.reading}; font-size: ${type.body}; font-weight: 500; }
  & li > p { color: ${color.textMuted}; font-size: ${type.small}; }
  @media ${media.narrow} { margin-block-start: ${space(8)}; }
`;
