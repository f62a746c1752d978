import { color, font, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { css, styled } from 'styled-components';

export const Stage = styled.div`
  position: relative;
  container-type: inline-size;
  padding: 0 0 6cqi;
  & > svg {
    position: absolute;
    inset-block-start: 44%;
    inline-size: 20px;
    color: ${color.textMuted};
    opacity: 0.6;
  }
  & > svg:last-of-type { inset-inline-end: -26px; }
  & > svg:first-of-type { inset-inline-start: -26px; }
  @media ${media.narrow} { & > svg { display: none; } }
`;

export const Spread = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: 1fr 1fr;
  aspect-ratio: 10 / 7;
  border-radius: ${radius.cover};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float}, 0 0 0 1px ${color.line};
  /* Edges of the pages below. */
  &::before, &::after {
    content: '';
    position: absolute;
    inset-block: 4px -4px;
    inline-size: 50%;
    z-index: -1;
    border: 1px solid ${color.line};
    background: ${color.surfaceRaised};
  }
  &::before { inset-inline-start: -5px; border-radius: ${radius.cover} 0 0 ${radius.cover}; }
  &::after { inset-inline-end: -5px; border-radius: 0 ${radius.cover} ${radius.cover} 0; }
  @media ${media.phone} { grid-template-columns: 1fr; aspect-ratio: auto; }
`;

const page = css`
  position: relative;
  min-inline-size: 0;
  padding: 6.5cqi 6cqi 7cqi;
  color: ${color.text};
  font-family: ${font.reading};
  font-size: clamp(10px, 1.92cqi, 15px);
  line-height: 1.62;
  text-align: justify;
  hyphens: auto;
`;

export const LeftPage = styled.div`
  ${page}
  background: linear-gradient(to left, rgb(60 42 24 / 12%), transparent 9%);
  & > h3 { margin-block-end: 4cqi; font-size: 1.8em; font-style: italic; font-weight: 450; text-align: center; }
  & > p::first-letter {
    float: inline-start;
    margin-block-start: 0.06em;
    margin-inline-end: 0.08em;
    color: ${color.accent};
    font-size: 3.3em;
    line-height: 0.82;
  }
  @media ${media.phone} { display: none; }
`;

export const RightPage = styled.div`
  ${page}
  background: linear-gradient(to right, rgb(60 42 24 / 12%), transparent 9%);
  @media ${media.phone} { padding: 10cqi 9cqi 14cqi; background: none; font-size: 14px; text-align: start; }
`;

export const Marked = styled.mark`
  padding-block: 0.1em;
  background: ${color.highlightYellow};
  color: inherit;
  box-decoration-break: clone;
`;

export const Folio = styled.span`
  position: absolute;
  inset-block-end: 3cqi;
  inset-inline: 0;
  color: ${color.textMuted};
  font-size: 0.85em;
  text-align: center;
`;

export const Hairline = styled.div`
  position: absolute;
  inset: auto 0 0;
  block-size: 2px;
  background: ${color.line};
  & > span { display: block; inline-size: 38%; block-size: 100%; background: ${color.progress}; }
`;

/** The note on the highlight, as in the notes panel. */
export const MarginNote = styled.div`
  position: absolute;
  inset-block-end: 15cqi;
  inset-inline-end: -3cqi;
  display: grid;
  gap: ${space(0.5)};
  padding-block: ${space(3)};
  padding-inline: ${space(4)} ${space(5)};
  border-radius: ${radius.control};
  border-inline-start: 3px solid #d9b93f;
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  font-size: 0.875rem;
  & > b { font-family: ${font.reading}; font-weight: 500; font-style: italic; }
  & > small { color: ${color.textMuted}; font-size: 0.75rem; }
  @media (max-width: 68.75em) { inset-inline-end: 2cqi; }
  @media ${media.phone} { inset-block-end: 0; }
`;

/** The minimized session widget. */
export const Pill = styled.div`
  position: absolute;
  inset-block-start: -1.25rem;
  inset-inline-end: 6cqi;
  display: flex;
  white-space: nowrap;
  align-items: center;
  gap: ${space(2.5)};
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  font-size: 0.875rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  & > i { inline-size: 8px; block-size: 8px; border-radius: 50%; background: ${color.progress}; }
  & > span { min-inline-size: 2.75em; text-align: center; }
  & > svg { inline-size: 14px; block-size: 14px; color: ${color.textMuted}; }
`;
