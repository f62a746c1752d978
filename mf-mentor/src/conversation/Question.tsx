import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** What the reader asked, as the heading of its answer; words it is about stand above it. */
export function Question({ text }: { text: string }) {
  const [, quote, question] = /^> (.*?)\n\n(.*)$/s.exec(text) ?? [];
  return (
    <>
      {quote ? <Quote dir="auto">{quote}</Quote> : null}
      <Heading dir="auto">{question ?? text}</Heading>
    </>
  );
}

const Heading = styled.h2`
  max-inline-size: 38rem;
  font-size: ${type.title};
  line-height: 1.25;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const Quote = styled.blockquote`
  max-inline-size: 38rem;
  margin-block-end: ${space(3)};
  color: ${color.textMuted};
  font-family: ${font.reading};
  font-style: italic;
  line-height: 1.5;
  overflow-wrap: anywhere;
`;
