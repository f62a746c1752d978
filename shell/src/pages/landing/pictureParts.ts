import { color, font, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export const Frame = styled.div`
  position: relative;
  display: flex;
  align-items: flex-end;
  justify-content: center;
  gap: ${space(4)};
  block-size: 13rem;
  padding: ${space(8)};
  border-radius: ${radius.sheet};
  background: ${color.surfaceSunken};
  overflow: hidden;
  & > span:nth-child(2) { translate: 0 10%; }
`;

export const Chip = styled.div`
  position: absolute;
  inset-block-start: ${space(5)};
  inset-inline-end: ${space(5)};
  display: flex;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(1.5)} ${space(3)};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  font-size: 0.8125rem;
  font-weight: 550;
  & > svg { inline-size: 15px; block-size: 15px; color: ${color.textMuted}; }
  & > svg:last-child { color: ${color.success}; }
`;

export const Quote = styled.div`
  align-self: center;
  display: grid;
  gap: ${space(2)};
  max-inline-size: 19rem;
  padding: ${space(4)} ${space(5)};
  border-inline-start: 3px solid #d9b93f;
  border-start-end-radius: ${radius.control};
  border-end-end-radius: ${radius.control};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.cover};
  & > p { font-family: ${font.reading}; font-size: 1rem; line-height: 1.5; }
  & > small { color: ${color.textMuted}; }
`;

export const Days = styled.div`
  display: flex;
  align-items: flex-end;
  gap: 7px;
  block-size: 100%;
  inline-size: 100%;
  max-inline-size: 20rem;
  border-block-end: 1px solid ${color.lineStrong};
  & > span { flex: 1; border-radius: 3px 3px 0 0; background: ${color.progress}; }
  & > span[data-none] { background: ${color.line}; }
  & > span:last-child { background: ${color.accent}; }
`;
