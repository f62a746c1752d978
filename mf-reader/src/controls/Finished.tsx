import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { booksOfCollection } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { basisOf } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { dayStyle } from '@lectern/shared-contracts/domain/dateStyles.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Rating } from '@lectern/shared-ui/forms/Rating.tsx';
import { OpenBook } from '@lectern/shared-ui/illustrations/OpenBook.tsx';
import { color, duration, easing, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useRef } from 'react';
import { keyframes, styled } from 'styled-components';

export interface FinishedProps {
  /** Null while loading. */
  book: Book | null;
  onStay: () => void;
}

/** A page after the last one: what to do with a book that was read to the end, and a way out. */
export function Finished({ book, onStay }: FinishedProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  const page = useRef<HTMLElement>(null);
  useEffect(() => page.current?.focus(), []);
  return (
    <LastPage>
      <Words ref={page} tabIndex={-1} aria-label={t('The end')}>
        <OpenBook />
        <p>{t('The end')}</p>
        <h2 dir="auto">{book?.title}</h2>
        {book?.author ? <p dir="auto">{book.author}</p> : null}
        {book?.completed ? (
          <>
            <p>{t('You have finished this book. It is on your shelf of completed books.')}</p>
            <AfterTheEnd book={book} />
          </>
        ) : null}
        <Row>
          <Button as={navigation.Link} to="/library">
            {t('Back to the library')}
          </Button>
          <Button onClick={onStay}>{t('Stay here')}</Button>
        </Row>
      </Words>
    </LastPage>
  );
}

/** The cover with its animation. */
const drawn = keyframes`from { opacity: 0; transform: translateY(8px) rotate(-2deg); }`;

const Words = styled.section`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  inline-size: min(26rem, calc(100vw - 2rem));
  margin-inline: auto;
  padding: ${space(6)};
  color: ${color.text};
  text-align: center;
  &:focus-visible { outline: none; }
  animation: lectern-rise ${duration.slow} ${easing};
  & > svg { color: ${color.accent}; animation: ${drawn} 700ms ${easing} backwards; }
  & > h2 { font-family: ${font.reading}; font-size: ${type.large}; }
  & > p { color: ${color.textMuted}; font-size: ${type.small}; }
`;

const LastPage = styled.div`
  position: absolute;
  inset: 0;
  inset-inline-end: var(--panel, 0px);
  display: grid;
  place-items: safe center;
  overflow-y: auto;
  background: ${color.surface};
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space(3)};
  margin-block-start: ${space(2)};
`;

/** For a book read to its end: when and how long it was read, rating, review, and the next book. */
function AfterTheEnd({ book }: { book: Book }) {
  const t = useTranslate();
  const { navigation } = useHost();
  const enqueue = useEnqueue();
  const books = useData('GET /books', { query: { limit: 200, offset: 0 } }, { allPages: true });
  const collections = useData('GET /collections', {});
  const days = useReadingDays(book);
  const next =
    books.status === 'ready' && collections.status === 'ready'
      ? nextBook(book, books.value.items, collections.value.items, Date.now())
      : null;
  const rate = (rating: number | null) => {
    const changes = { rating };
    const payload = { bookId: book.id, changes, basis: basisOf(book, changes) };
    runInBackground(enqueue('UPDATE_BOOK', payload, text('The change couldn’t be saved in this browser.')));
  };
  return (
    <>
      {days === null ? null : <p>{days}</p>}
      <Rating
        label={t('Your rating')}
        nameOf={(count) => t('{{count}} of 5 stars', { count })}
        value={book.rating}
        onChange={rate}
      />
      <Button as={navigation.Link} to={`/books/${book.id}?review`} variant="quiet">
        {t('Write a review')}
      </Button>
      {next ? (
        <Button
          as={navigation.Link}
          to={next.book.format === 'none' ? `/books/${next.book.id}` : `/read/${next.book.id}`}
          variant="primary"
        >
          {t('Next in {{name}}: {{title}}', { name: next.within, title: next.book.title })}
        </Button>
      ) : null}
    </>
  );
}

/** 'Oct 3, 2026 – Nov 29, 2026 · 9 hr, 26 min'; null without sessions. */
function useReadingDays(book: Book): string | null {
  const language = useReadable(useHost().i18n.language);
  const sessions = useData('GET /reading/sessions', { query: { book_id: book.id, limit: 200, offset: 0 } });
  if (sessions.status !== 'ready' || sessions.value.items.length === 0) return null;
  const { items } = sessions.value;
  const first = Math.min(...items.map(({ started_at }) => Date.parse(started_at)));
  const last = book.completed_at === null ? Date.now() : Date.parse(book.completed_at);
  const minutes = Math.round(items.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const unit = (name: 'hour' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' });
  const time = [
    minutes >= 60 ? unit('hour').format(Math.floor(minutes / 60)) : null,
    unit('minute').format(minutes % 60),
  ];
  const range = new Intl.DateTimeFormat(language, dayStyle).formatRange(Math.min(first, last), last);
  return `${range} · ${time.filter(Boolean).join(' ')}`;
}

interface NextBook {
  book: Book;
  /** Name of the series or collection. */
  within: string;
}

/** The unfinished book after this one in its series, else in a collection; null for none. */
export function nextBook(
  book: Book,
  books: readonly Book[],
  collections: readonly Collection[],
  now: number,
): NextBook | null {
  const { series, series_index } = book;
  const [next] = books
    .filter((other) => series !== null && other.series === series && !other.completed)
    .filter((other) => (other.series_index ?? 0) > (series_index ?? 0))
    .sort((a, b) => (a.series_index ?? 0) - (b.series_index ?? 0));
  if (next && series) return { book: next, within: series };
  for (const collection of collections) {
    const held = booksOfCollection(collection, books, now);
    const place = held.findIndex(({ id }) => id === book.id);
    const following = place < 0 ? undefined : held.slice(place + 1).find(({ completed }) => !completed);
    if (following) return { book: following, within: collection.name };
  }
  return null;
}
