import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** A question as the heading of its answer, with its quotation above. */
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
  font-style: var(--quotation-style);
  line-height: 1.5;
  overflow-wrap: anywhere;
`;
