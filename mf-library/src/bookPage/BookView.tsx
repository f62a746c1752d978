import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, measure, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { bookPageAddress } from '../books/bookAddress.ts';
import { OtherVersions } from '../conflicts/OtherVersions.tsx';
import { itemsOf } from '../data/itemsOf.ts';
import { useKnownBooks } from '../data/useBooks.ts';
import { type Entry, entriesOf, otherVersionIn } from '../notes/entries.ts';
import { byPlace } from '../notes/entryOrder.ts';
import { isReview } from '../notes/isReview.ts';
import { BookAccessibility } from './BookAccessibility.tsx';
import { BookFacts } from './BookFacts.tsx';
import { BookHead } from './BookHead.tsx';
import { BookNotes } from './BookNotes.tsx';
import { BookSessions } from './BookSessions.tsx';
import { Review } from './Review.tsx';

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

/** Asks whether an imported or uploaded book is the same as another one. */
function PerhapsSame({ book }: { book: Book }) {
  const { api, data, navigation, network, notify } = useHost();
  const t = useTranslate();
  const isOnline = useReadable(network) === 'online';
  const [busy, setBusy] = useState(false);
  const other = useKnownBooks().find(({ id }) => id === book.perhaps_same_as);
  // Of two files, neither is dropped.
  if (!other || (book.format !== 'none' && other.format !== 'none')) return null;

  const answer = async (same: boolean) => {
    setBusy(true);
    try {
      const remaining = await api.call('POST /books/:id/perhaps-same', {
        params: { id: book.id },
        body: { same },
      });
      if (remaining.id !== book.id) navigation.go(bookPageAddress(remaining.id), { replace: true });
      data.refresh();
      if (same) notify.show({ tone: 'success', message: t('The two books are one now.') });
    } catch (error) {
      notify.show({ tone: 'danger', message: t(errorMessage(error)) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Banner
      tone="info"
      message={
        <navigation.Link to={bookPageAddress(other.id)}>
          {other.author
            ? t('Perhaps the same as “{{title}}” by {{author}}', { title: other.title, author: other.author })
            : t('Perhaps the same as “{{title}}”', { title: other.title })}
        </navigation.Link>
      }
      detail={
        isOnline
          ? t('Joined, they become one book with the file, notes, dates and collections of both.')
          : t('Books can be joined when you are online.')
      }
      action={
        <>
          <Button size="small" disabled={!isOnline} busy={busy} onClick={() => runInBackground(answer(true))}>
            {t('Join them')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={!isOnline || busy}
            onClick={() => runInBackground(answer(false))}
          >
            {t('Not the same')}
          </Button>
        </>
      }
    />
  );
}

/** The review of a book and its other notes and highlights, in reading order. */
function useBookEntries(book: Book): {
  review: Entry | null;
  entries: readonly Entry[];
  state: 'loading' | 'ready' | 'error';
} {
  const notes = useData('GET /notes', {});
  const highlights = useData('GET /highlights', {});
  return useMemo(() => {
    const own = entriesOf(
      itemsOf(notes).filter(({ book_id, twin_kind }) => book_id === book.id && twin_kind !== 'book'),
      itemsOf(highlights).filter(({ book_id }) => book_id === book.id),
      [book],
    );
    // The other version of a conflict is shown with the review.
    const review = own.find((entry) => isReview(entry) && otherVersionIn(entry) === null) ?? null;
    const isShown = (entry: Entry) =>
      entry !== review && (review === null || otherVersionIn(entry)?.twin_of !== review.id);
    const statuses = [notes.status, highlights.status];
    return {
      review,
      entries: own.filter(isShown).sort(byPlace),
      state: statuses.includes('error') ? 'error' : statuses.includes('loading') ? 'loading' : 'ready',
    };
  }, [notes, highlights, book]);
}
