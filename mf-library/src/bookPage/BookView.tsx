import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, measure, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import { OtherVersions } from '../conflicts/OtherVersions.tsx';
import { BookAccessibility } from './BookAccessibility.tsx';
import { BookFacts } from './BookFacts.tsx';
import { BookHead } from './BookHead.tsx';
import { BookNotes } from './BookNotes.tsx';
import { BookSessions } from './BookSessions.tsx';
import { PerhapsSame } from './PerhapsSame.tsx';
import { Review } from './Review.tsx';
import { useBookEntries } from './useBookEntries.ts';

/** Metadata, review, notes and sessions of a book. */
export function BookView({ book }: { book: Book }) {
  const t = useTranslate();
  const { review, entries, state } = useBookEntries(book);
  return (
    <article aria-label={book.title}>
      <BookHead book={book} />
      <PerhapsSame book={book} />
      <OtherVersions of={book.id} />
      <Columns>
        <div>
          {book.description ? (
            <section aria-labelledby="about-the-book">
              <h2 id="about-the-book">{t('About the book')}</h2>
              <Description text={book.description} />
            </section>
          ) : null}
          <Review book={book} review={review} />
          <BookNotes entries={entries} state={state} book={book} />
        </div>
        <aside>
          <BookFacts book={book} />
          <BookAccessibility book={book} />
          <BookSessions book={book} />
        </aside>
      </Columns>
    </article>
  );
}

/** Characters of a description before it is collapsed. */
const shortEnough = 900;

function Description({ text }: { text: string }) {
  const t = useTranslate();
  const [whole, setWhole] = useState(text.length <= shortEnough);
  const shown = whole ? text : `${text.slice(0, text.lastIndexOf(' ', shortEnough))} …`;
  return (
    <Prose dir="auto">
      {shown.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {whole ? null : (
        <button type="button" onClick={() => setWhole(true)}>
          {t('Show all')}
        </button>
      )}
    </Prose>
  );
}

const Prose = styled.div`
  max-inline-size: ${measure};
  font-family: ${font.reading};
  font-size: ${type.body};
  line-height: 1.65;
  white-space: pre-line;
  & > p + p { margin-block-start: ${space(3)}; }
  & > button {
    margin-block-start: ${space(3)};
    padding: 0;
    border: 0;
    background: none;
    color: ${color.accent};
    font-family: ${font.interface};
    font-size: ${type.small};
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;

const Columns = styled.div`
  display: grid;
  gap: ${space(10)};
  & > * { min-inline-size: 0; }
  & h2 { margin-block-end: ${space(4)}; font-size: ${type.large}; }
  & > div > section + section, & > aside > section + section { margin-block-start: ${space(10)}; }
  @media ${media.wide} {
    grid-template-columns: minmax(0, 1fr) 19rem;
    gap: ${space(20)};
  }
`;
