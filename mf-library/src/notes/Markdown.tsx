import { color, font, measure, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMemo } from 'react';
import { styled } from 'styled-components';
import { renderMarkdown } from './renderMarkdown.ts';

/** Rendered Markdown. */
export function Markdown({ text }: { text: string }) {
  const sanitised = useMemo(() => renderMarkdown(text), [text]);
  return <Prose dir="auto" dangerouslySetInnerHTML={{ __html: sanitised }} />;
}

const Prose = styled.div`
  max-inline-size: ${measure};
  overflow-wrap: anywhere;

  & > * + * { margin-block-start: ${space(3)}; }
  & ul { list-style: disc; }
  & blockquote {
    padding-inline-start: ${space(4)};
    border-inline-start: 2px solid ${color.line};
    font-family: ${font.reading};
    color: ${color.textMuted};
  }
  & pre {
    padding: ${space(3)};
    border-radius: ${radius.control};
    background: ${color.surfaceSunken};
    overflow-x: auto;
    font-size: ${type.small};
  }
  & table { font-size: ${type.small}; }
  & th, & td { padding: ${space(1)} ${space(3)}; border: 1px solid ${color.line}; text-align: start; }
`;
