import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { matchesFilter, readAt } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Lamp } from '@lectern/shared-ui/illustrations.tsx';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { formatDay } from '../../books/formats.ts';
import { useReadingRecords } from '../statistics/readingRecords.ts';
import { AddSessionDialog } from './AddSessionDialog.tsx';
import { CurrentBook } from './CurrentBook.tsx';
import { EditSession } from './EditSessionDialog.tsx';

/** The books being read, those stopped last, and recent sessions. */
export function ReadingView({ books }: { books: readonly Book[] }) {
  const t = useTranslate();
  const current = useMemo(
    () => books.filter((book) => matchesFilter(book, 'reading')).sort((a, b) => readAt(b) - readAt(a)),
    [books],
  );
  return (
    <Columns>
      <section aria-labelledby="current-books">
        <h2 id="current-books">{t('Books you’re reading')}</h2>
        {current.length === 0 ? (
          <EmptyState
            illustration={<Lamp />}
            headingLevel={3}
            title={t('No reading books')}
            message={t('Open a book from your library, or start a reading session in its menu.')}
          />
        ) : (
          <List role="list">
            {current.map((book, index) => (
              <li key={book.id}>
                <CurrentBook book={book} first={index === 0} />
              </li>
            ))}
          </List>
        )}
      </section>
      <RecentSessions books={books} />
    </Columns>
  );
}

const Columns = styled.div`
  display: grid;
  gap: ${space(12)};
  & h2 { margin-block-end: ${space(5)}; }
  @media ${media.wide} { grid-template-columns: minmax(0, 1fr) 22rem; gap: ${space(16)}; }
`;

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
  gap: ${space(8)};
`;

/** Number of sessions shown. */
const maxShown = 12;

/** The last reading sessions, and a button to add one by hand. */
function RecentSessions({ books }: { books: readonly Book[] }) {
  const { i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const { records } = useReadingRecords();
  const [adding, setAdding] = useState(false);
  const languages = useMemo(() => new Map(books.map((book) => [book.id, titleLanguage(book)])), [books]);
  return (
    <section aria-labelledby="recent-sessions">
      <h2 id="recent-sessions">{t('Sessions')}</h2>
      {records.length === 0 ? (
        <Words>{t('Your reading sessions appear here.')}</Words>
      ) : (
        <Sessions role="list">
          {records.slice(0, maxShown).map((record) => (
            <li key={record.id}>
              <span dir="auto" lang={languages.get(record.bookId)}>
                {record.bookTitle}
              </span>
              <b>{formatDuration(record.seconds, t)}</b>
              <EditSession record={record} />
              <small>
                {[
                  formatDay(record.startedAt, language),
                  record.pages > 0 ? t('{{count}} pages', { count: record.pages }) : null,
                  record.byHand ? t('added by hand') : null,
                  record.edited ? t('corrected') : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          ))}
        </Sessions>
      )}
      {books.length > 0 ? (
        <Button variant="quiet" size="small" flush="start" icon={<Plus />} onClick={() => setAdding(true)}>
          {t('Add a session by hand')}
        </Button>
      ) : null}
      {adding ? <AddSessionDialog books={books} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

const Words = styled.p`
  margin-block-end: ${space(4)};
  color: ${color.textMuted};
`;

const Sessions = styled.ul`
  margin-block-end: ${space(4)};
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
    gap: 0 ${space(2)};
    padding-block: ${space(2.5)};
    border-block-end: 1px solid ${color.line};
    font-size: ${type.small};
  }
  & span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & b { font-weight: 500; font-variant-numeric: tabular-nums; }
  & small { grid-column: 1 / -1; color: ${color.textMuted}; }
`;
