import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { formatDay } from '../books/formatDay.ts';
import { formatDuration } from '../statistics/formatDuration.ts';
import { useReadingRecords } from '../statistics/useReadingRecords.ts';
import { AddSessionDialog } from './AddSessionDialog.tsx';
import { EditSession } from './EditSession.tsx';

/** Number of sessions shown. */
const maxShown = 12;

/** The last reading sessions, and a button to add one by hand. */
export function RecentSessions({ books }: { books: readonly Book[] }) {
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
        <List role="list">
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
        </List>
      )}
      {books.length > 0 ? (
        <Button variant="quiet" size="small" icon={<Plus />} onClick={() => setAdding(true)}>
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

const List = styled.ul`
  margin-block-end: ${space(4)};
  padding: 0;
  list-style: none;
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
