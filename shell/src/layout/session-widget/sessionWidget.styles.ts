import {
  color,
  duration,
  easing,
  font,
  layer,
  media,
  radius,
  shadow,
  space,
  touchTarget,
  type,
} from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

const Floats = styled.div`
  position: fixed;
  inset-block-start: 0;
  left: 0;
  z-index: ${layer.widget};
  background: ${color.surfaceRaised};
  color: ${color.text};
  border: 1px solid ${color.line};
  box-shadow: ${shadow.float};
  touch-action: none;
  cursor: grab;
  user-select: none;
  transition: opacity 160ms, visibility 160ms;
  &:active { cursor: grabbing; }
  /* Hidden while a book is read, until the controls are shown or it is focused. */
  &[data-aside='true']:not(:focus-within) { opacity: 0; visibility: hidden; }
  @media (prefers-reduced-motion: reduce) { transition: none; }
`;

export const Panel = styled(Floats)`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${space(3)};
  align-items: center;
  inline-size: min(19rem, calc(100vw - 24px));
  padding: ${space(3)};
  border-radius: ${radius.sheet};
`;

export const Pill = styled(Floats)`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-block-size: ${touchTarget};
  padding-inline: ${space(4)} ${space(1)};
  border-radius: ${radius.round};
`;

export const Words = styled.div`
  min-inline-size: 0;
  & > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`;
export const Title = styled.p`margin: 0; font: 600 ${type.small} / 1.3 ${font.reading};`;
export const Author = styled.p`margin: 0; font-size: ${type.caption}; color: ${color.textMuted};`;
export const Row = styled.div`display: flex; align-items: center; justify-content: space-between; gap: ${space(1)};`;
export const Mark = styled.span<{ $paused: boolean }>`
  inline-size: 8px;
  block-size: 8px;
  border-radius: 50%;
  background: ${({ $paused }) => ($paused ? color.lineStrong : color.progress)};
`;

export const AwayNote = styled.div`
  grid-column: 1 / -1;
  display: grid;
  gap: ${space(2)};
  padding-block-start: ${space(3)};
  border-block-start: 1px solid ${color.line};
  font-size: ${type.small};
  cursor: auto;
  & > p { margin: 0; text-wrap: pretty; }
  & > div { display: flex; flex-wrap: wrap; gap: ${space(2)}; }
`;

/** A sheet at the end of the window, which leaves the page in use. */
export const Sheet = styled.section`
  position: fixed;
  inset-block-end: ${space(6)};
  inset-inline-end: ${space(6)};
  z-index: ${layer.overlay};
  display: grid;
  gap: ${space(4)};
  inline-size: min(24rem, calc(100vw - 2rem));
  max-block-size: calc(100dvh - 3rem);
  overflow-y: auto;
  padding: ${space(5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  color: ${color.text};
  box-shadow: ${shadow.float};
  animation: lectern-rise ${duration.slow} ${easing};
  & > form { display: flex; gap: ${space(2)}; align-items: start; & > :first-child { flex: 1; min-inline-size: 0; } }
  @media ${media.narrow} {
    inset: auto 0 0;
    inline-size: auto;
    border-width: 1px 0 0;
    border-radius: ${radius.sheet} ${radius.sheet} 0 0;
    padding-block-end: calc(${space(5)} + env(safe-area-inset-bottom));
    animation: lectern-sheet-in ${duration.slow} ${easing};
  }
`;

export const SheetHead = styled.header`
  display: flex;
  align-items: start;
  justify-content: space-between;
  gap: ${space(3)};
  & h2 { font-size: ${type.large}; font-variant-numeric: lining-nums tabular-nums; }
  & p { color: ${color.textMuted}; font-size: ${type.small}; overflow-wrap: anywhere; }
  & > :last-child { margin-block-start: -${space(2)}; margin-inline-end: -${space(2)}; }
`;
