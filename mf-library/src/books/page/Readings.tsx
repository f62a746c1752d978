import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { applyStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import { dayStyle } from '@lectern/shared-contracts/domain/dateStyles.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Pencil, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { itemsOf } from '../../data/itemsOf.ts';
import { useReadingRecords } from '../../library/statistics/readingRecords.ts';
import { useBookCommands } from '../commands/useBookActions.ts';
import { formatDay } from '../formats.ts';
import { AsideButtons, AsideRows, AsideText } from './aside.ts';
import { ReadingDialog } from './ReadingDialog.tsx';
import { readingsOf, type ShownReading } from './readings.ts';

/** When a book was read, each time with dates, stars and the time that it took. */
export function BookReadings({ book }: { book: Book }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const { records } = useReadingRecords();
  const readings = readingsOf(book, itemsOf(useData('GET /readings', {})), records);
  const readAgain = useReadAgain(book, readings.at(-1));
  /** The reading in the open dialog; null for a new one. */
  const [open, setOpen] = useState<ShownReading | null | undefined>(undefined);
  const times = readings.filter(({ outcome }) => outcome === 'finished').length;
  return (
    <section aria-labelledby="book-readings">
      <h2 id="book-readings">{t('Readings')}</h2>
      <AsideText>
        {times === 0 ? t('Not finished yet.') : t('Read {{count}} times.', { count: times })}
      </AsideText>
      <AsideRows role="list">
        {readings.map((reading) => (
          <li key={reading.stored?.id ?? 'latest'}>
            <span>
              {datesOf(reading, language, t)}
              {reading.outcome === 'abandoned' ? ` · ${t('Not finished')}` : null}
              {reading.seconds > 0 ? <small>{formatDuration(reading.seconds, t)}</small> : null}
            </span>
            {reading.rating === null ? (
              <span />
            ) : (
              <span role="img" aria-label={t('{{count}} of 5 stars', { count: reading.rating })}>
                {'★'.repeat(reading.rating)}
              </span>
            )}
            <IconButton
              size="small"
              icon={<Pencil />}
              label={t('Change the reading {{dates}}', { dates: datesOf(reading, language, t) })}
              onClick={() => setOpen(reading)}
            />
          </li>
        ))}
      </AsideRows>
      <AsideButtons>
        {book.completed ? (
          <Button size="small" icon={<RotateCcw />} onClick={() => runInBackground(readAgain())}>
            {t('Read again')}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          size="small"
          flush={book.completed ? undefined : 'start'}
          icon={<Plus />}
          onClick={() => setOpen(null)}
        >
          {t('Add an earlier reading')}
        </Button>
      </AsideButtons>
      {open === undefined ? null : (
        <ReadingDialog book={book} reading={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

function datesOf({ startedAt, finishedAt, outcome }: ShownReading, language: string, t: Translate): string {
  const day = (moment: string) => formatDay(moment, language);
  if (startedAt !== null && finishedAt !== null)
    return new Intl.DateTimeFormat(language, dayStyle).formatRange(new Date(startedAt), new Date(finishedAt));
  if (finishedAt !== null) return t('until {{day}}', { day: day(finishedAt) });
  if (startedAt !== null)
    return outcome === null
      ? t('since {{day}}', { day: day(startedAt) })
      : t('from {{day}}', { day: day(startedAt) });
  return outcome === null ? t('in progress') : t('date unknown');
}

const failure = text('The change couldn’t be saved in this browser.');

/** Keeps the latest reading of a finished book as an earlier one, and begins another at the first page. */
function useReadAgain(book: Book, latest: ShownReading | undefined): () => Promise<void> {
  const enqueue = useEnqueue();
  const { actions } = useBookCommands();
  return async () => {
    const now = new Date().toISOString();
    const over = {
      id: latest?.stored?.id ?? crypto.randomUUID(),
      book_id: book.id,
      started_at: latest?.startedAt ?? null,
      finished_at: book.completed_at,
      outcome: 'finished' as const,
      rating: book.rating,
    };
    const begun = {
      id: crypto.randomUUID(),
      book_id: book.id,
      started_at: now,
      finished_at: null,
      outcome: null,
      rating: null,
    };
    for (const reading of [over, begun]) if (!(await enqueue('SAVE_READING', reading, failure))) return;
    const start = { current_page: 0, total_pages: book.page_count, percentage: 0, position: null };
    if (book.format !== 'none')
      await enqueue(
        'UPDATE_PROGRESS',
        { bookId: book.id, ...start, updated_at: now, keep: 'latest' },
        failure,
      );
    const { status, is_reading, completed, progress, last_opened } = applyStatus(
      { ...book, progress: 0 },
      'reading',
      now,
    );
    const changes = { status, is_reading, completed, progress, last_opened, completed_at: null };
    await actions.update(book, changes);
  };
}
