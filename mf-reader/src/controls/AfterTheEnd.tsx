import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { basisOf } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Rating } from '@lectern/shared-ui/Rating.tsx';
import { nextBook } from '../engine/nextBook.ts';

/** For a book read to its end: when and how long it was read, rating, review, and the next book. */
export function AfterTheEnd({ book }: { book: Book }) {
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
  const range = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).formatRange(
    Math.min(first, last),
    last,
  );
  return `${range} · ${time.filter(Boolean).join(' ')}`;
}
