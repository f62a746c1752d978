import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import { unmarked } from './parseAnswer.ts';
import { Words, type WordsProps } from './Words.tsx';

/** A passage that is longer than its quotation by less, as by its heading, is not worth opening. */
const worthOpening = 60;

/** Some lines of a passage; "More" shows the whole of it. */
export function Quotation({ parts, citations, language }: WordsProps & { language: string | undefined }) {
  const t = useTranslate();
  const [isWhole, setIsWhole] = useState(false);
  const cited = parts.find((part) => 'cite' in part);
  const passage = unmarked((cited && citations.get(cited.cite)?.text) ?? '').trim();
  const shown = parts.map((part) => ('text' in part ? part.text : '')).join('');
  const hasMore =
    passage.length > shown.length &&
    (/^…|…$/.test(shown.trim()) || passage.length - shown.length > worthOpening);
  const whole = parts.flatMap((part) => ('cite' in part ? [part] : []));
  return (
    <Frame>
      <blockquote dir="auto" lang={language}>
        <Words parts={isWhole ? [{ text: passage }, ...whole] : parts} citations={citations} />
      </blockquote>
      {hasMore ? (
        <button type="button" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('Less') : t('More')}
        </button>
      ) : null}
    </Frame>
  );
}

const Frame = styled.div`
  padding-inline-start: ${space(5)};
  border-inline-start: 2px solid ${color.accent};
  & > blockquote {
    font-family: ${font.reading};
    font-size: 1.0625rem;
    line-height: 1.65;
    overflow-wrap: anywhere;
  }
  & mark { padding-inline: 0.1em; border-radius: 2px; background: ${color.accentSoft}; color: inherit; font-weight: 600; }
  & > button {
    min-block-size: 1.75rem;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.accent};
    font-size: ${type.small};
  }
`;
