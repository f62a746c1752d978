import { color, font, measure, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Long-form text. */
export const Prose = styled.article`
  max-inline-size: ${measure};
  font-family: ${font.reading};
  font-size: 1.0625rem;
  line-height: 1.65;
  overflow-wrap: anywhere;
  & > * + * { margin-block-start: ${space(4)}; }
  & > h2 { margin-block-start: ${space(12)}; font-size: ${type.large}; font-weight: 600; }
  & > h2 + * { margin-block-start: ${space(2)}; }
  & > p:first-of-type { font-size: 1.1875rem; }
  & li + li { margin-block-start: ${space(2)}; }
  & small { color: ${color.textMuted}; }
`;

/** Sections of a settings page or form, in one column of readable width. */
export const Sheet = styled.div`
  display: grid;
  gap: ${space(10)};
  max-inline-size: 42rem;
  @media ${media.narrow} { gap: ${space(8)}; }
`;

/** The same in two columns in wide windows. */
export const Spread = styled(Sheet)`
  @media (min-width: 75em) {
    grid-template-columns: repeat(2, minmax(0, 34rem));
    gap: ${space(12)} ${space(16)};
    max-inline-size: none;
    align-items: start;
  }
`;

/** List of names and values. */
export const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(8rem, auto) 1fr;
  gap: ${space(2)} ${space(6)};
  font-variant-numeric: tabular-nums;
  & > dt { color: ${color.textMuted}; }
  & > dd { margin: 0; overflow-wrap: anywhere; }
`;

export const Muted = styled.p`
  color: ${color.textMuted};
`;
