import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Citation, MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { css, styled } from 'styled-components';
import { answerText } from './answerText.ts';
import { CitationNote } from './CitationNote.tsx';
import { type Block, parseAnswer, unmarked } from './parseAnswer.ts';
import { Words, type WordsProps } from './Words.tsx';

export interface AnswerProps {
  /** A stored message, or one that is still streaming. */
  message: Pick<MentorMessage, 'text' | 'said' | 'citations'>;
  books: ReadonlyMap<string, Book>;
}

/** The text in one column, and beside each paragraph the sources that it cites first. */
export function Answer({ message, books }: AnswerProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const citations = new Map(message.citations.map((citation) => [citation.number, citation]));
  const languages = new Set(message.citations.map(({ book_id }) => books.get(book_id)?.language));
  /** Of a quotation whose source is named elsewhere in the answer. */
  const only = languages.size === 1 ? ([...languages][0] ?? null) : null;
  const blocks = parseAnswer(answerText(message, language, t), new Set(citations.keys()));
  const shared = { citations, books, language: only };
  return runsOf(blocks).map((run, index) =>
    run[0]?.kind === 'ahead' ? (
      <Folded key={index}>
        <summary>{t('{{count}} passages lie further on', { count: run.length })}</summary>
        {run.map((block, at) => (
          <Paragraph key={at} block={block} {...shared} />
        ))}
      </Folded>
    ) : (
      run.map((block, at) => <Paragraph key={`${index}-${at}`} block={block} {...shared} />)
    ),
  );
}

/** Quotations after the reader's place that follow each other are one run; any other paragraph is one by itself. */
function runsOf(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (block.kind === 'ahead' && last?.[0]?.kind === 'ahead') last.push(block);
    else runs.push([block]);
  }
  return runs;
}

interface ParagraphProps {
  block: Block;
  citations: ReadonlyMap<number, Citation>;
  books: ReadonlyMap<string, Book>;
  language: string | null;
}

function Paragraph({ block, citations, books, language }: ParagraphProps) {
  const t = useTranslate();
  const notes = block.notes.flatMap((number) => citations.get(number) ?? []);
  const quoted = notes[0] && books.get(notes[0].book_id);
  const words = <Words parts={block.parts} citations={citations} />;
  return (
    <Row>
      {block.kind === 'hidden' ? (
        <Folded>
          <summary>{t('The answer')}</summary>
          {words}
        </Folded>
      ) : block.kind === 'text' ? (
        <Text>{words}</Text>
      ) : (
        <Quotation
          parts={block.parts}
          citations={citations}
          language={quoted?.language ?? language ?? undefined}
        />
      )}
      {notes.length > 0 ? (
        <Margin>
          {notes.map((citation) => (
            <CitationNote key={citation.number} citation={citation} book={books.get(citation.book_id)} />
          ))}
        </Margin>
      ) : null}
    </Row>
  );
}

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)} ${space(10)};
  align-items: start;
  & + &, details > & { margin-block-start: ${space(5)}; }
  & sup { line-height: 0; font-size: 0.72em; margin-inline-start: 0.15em; font-family: ${font.interface}; font-weight: 600; }
  & sup > a { padding: 0.5em 0.35em; text-decoration: none; }
  @container conversation (min-width: 46rem) { grid-template-columns: minmax(0, 38rem) minmax(12rem, 17rem); }
`;

const reading = css`
  font-family: ${font.reading};
  font-size: 1.0625rem;
  line-height: 1.6;
  overflow-wrap: anywhere;
`;

const Text = styled.p`
  ${reading}
  white-space: pre-line;
  /* As dir="auto", but by the sentence itself: not by a title or a word of a book in it, which is isolated. */
  unicode-bidi: plaintext;
`;

const Folded = styled.details`
  ${reading}
  div + & , & + div { margin-block-start: ${space(5)}; }
  & > summary {
    inline-size: fit-content;
    min-block-size: 1.75rem;
    color: ${color.accent};
    font-family: ${font.interface};
    font-size: ${type.small};
    cursor: pointer;
  }
`;

const Margin = styled.div.attrs({ role: 'note' })`
  display: grid;
  gap: ${space(4)};
`;

/** A passage that is longer than its quotation by less, as by its heading, is not worth opening. */
const worthOpening = 60;

/** Some lines of a passage; "More" shows the whole of it. */
function Quotation({ parts, citations, language }: WordsProps & { language: string | undefined }) {
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
