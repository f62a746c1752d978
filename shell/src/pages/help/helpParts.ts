import { color, font, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export const Answers = styled.div`
  border-block-end: 1px solid ${color.line};
  & > details { border-block-start: 1px solid ${color.line}; }
  & > details > summary {
    padding-block: ${space(4)};
    font-weight: 550;
    cursor: pointer;
    list-style-position: outside;
    margin-inline-start: ${space(5)};
  }
  & > details > summary::marker { color: ${color.accent}; }
  & > details > p { padding-block: 0 ${space(5)}; padding-inline: ${space(5)} 0; color: ${color.textMuted}; font-family: ${font.reading}; }
`;
