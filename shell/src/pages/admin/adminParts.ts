import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Layout of the page: wide tables stacked, small sections side by side if there is space. */
export const Sections = styled.div`
  display: grid;
  gap: ${space(12)} ${space(16)};
  & > * { min-inline-size: 0; }
  @media (min-width: 75em) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    & > [data-wide] { grid-column: 1 / -1; }
  }
`;

/** Radio buttons side by side if there is space. */
export const Choices = styled.div`
  display: grid;
  gap: ${space(4)};
  grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr));
`;

/** Key figures: large numbers with small labels. */
export const FigureList = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(6)} ${space(12)};
  & > div { display: flex; flex-direction: column-reverse; }
  & dt { color: ${color.textMuted}; font-size: ${type.small}; }
  & dd { margin: 0; font-family: ${font.reading}; font-size: ${type.title}; font-variant-numeric: tabular-nums; line-height: 1.2; }
  @media ${media.narrow} {
    display: grid;
    grid-template-columns: 1fr 1fr;
    & dd { font-size: ${type.large}; }
  }
`;

/** Name above address. */
export const Who = styled.span`
  display: grid;
  overflow-wrap: anywhere;
  & > small { color: ${color.textMuted}; font-weight: 400; }
`;

/** A message or report: its text, with details below. */
export const Letters = styled.ul.attrs({ role: 'list' })`
  display: grid;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${space(1)} ${space(4)};
    padding-block: ${space(4)};
    border-block-start: 1px solid ${color.line};
  }
  & > li:first-child { border: 0; padding-block-start: 0; }
  & p { font-family: ${font.reading}; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; }
  & code { font-size: ${type.small}; overflow-wrap: anywhere; }
  & small { color: ${color.textMuted}; overflow-wrap: anywhere; }
`;
