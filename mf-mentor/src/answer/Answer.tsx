import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Citation, MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { answerText } from './answerText.ts';
import { CitationNote } from './CitationNote.tsx';
import { type Block, parseAnswer } from './parseAnswer.ts';

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
  const only = languages.size === 1 ? [...languages][0] : null;
  const blocks = parseAnswer(answerText(message, language, t), new Set(citations.keys()));
  return blocks.map((block, index) => {
    const notes = block.notes.flatMap((number) => citations.get(number) ?? []);
    const quoted = notes[0] && books.get(notes[0].book_id);
    return (
      <Row key={index}>
        {block.kind === 'folded' ? (
          <Folded>
            <summary>{t('Show')}</summary>
            <Words block={block} citations={citations} />
          </Folded>
        ) : block.kind === 'quote' ? (
          <Quotation dir="auto" lang={quoted?.language ?? only ?? undefined}>
            <Words block={block} citations={citations} />
          </Quotation>
        ) : (
          <Paragraph dir="auto">
            <Words block={block} citations={citations} />
          </Paragraph>
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
  });
}

function Words({ block, citations }: { block: Block; citations: ReadonlyMap<number, Citation> }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  return block.parts.map((part, index) => {
    if ('text' in part) return part.text;
    const citation = citations.get(part.cite);
    if (!citation) return null;
    return (
      <sup key={index}>
        <Link
          to={`/read/${citation.book_id}`}
          state={{ position: citation.position }}
          aria-label={t('Source {{number}}: {{title}}', { number: part.cite, title: citation.book_title })}
        >
          {part.cite}
        </Link>
      </sup>
    );
  });
}

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)} ${space(10)};
  align-items: start;
  & + & { margin-block-start: ${space(5)}; }
  & sup { line-height: 0; font-size: 0.72em; margin-inline-start: 0.15em; font-family: ${font.interface}; font-weight: 600; }
  & sup > a { padding: 0.5em 0.35em; text-decoration: none; }
  @container conversation (min-width: 46rem) { grid-template-columns: minmax(0, 38rem) minmax(12rem, 17rem); }
`;

const Paragraph = styled.p`
  font-family: ${font.reading};
  font-size: 1.0625rem;
  line-height: 1.6;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const Quotation = styled.blockquote`
  padding-inline-start: ${space(5)};
  border-inline-start: 2px solid ${color.accent};
  font-family: ${font.reading};
  font-size: 1.0625rem;
  line-height: 1.65;
  overflow-wrap: anywhere;
`;

const Folded = styled.details`
  font-family: ${font.reading};
  font-size: 1.0625rem;
  line-height: 1.6;
  overflow-wrap: anywhere;
  & > summary {
    inline-size: fit-content;
    min-block-size: 1.75rem;
    color: ${color.accent};
    font-family: ${font.interface};
    font-size: ${type.small};
    cursor: pointer;
  }
`;

const Margin = styled.aside`
  display: grid;
  gap: ${space(4)};
`;
