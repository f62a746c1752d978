import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { formatDay } from '../books/formatDay.ts';
import { AddSessionDialog } from '../reading/AddSessionDialog.tsx';
import { EditSession } from '../reading/EditSession.tsx';
import { formatDuration } from '../statistics/formatDuration.ts';
import { useReadingRecords } from '../statistics/useReadingRecords.ts';

/** Number of sessions shown at first. */
const maxShown = 8;

/** The reading sessions of this book. */
export function BookSessions({ book }: { book: Book }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const records = useReadingRecords().records.filter(({ bookId }) => bookId === book.id);
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const seconds = records.reduce((sum, record) => sum + record.seconds, 0);
  return (
    <section aria-labelledby="book-sessions">
      <h2 id="book-sessions">{t('Sessions')}</h2>
      <Words>
        {records.length === 0
          ? t('No sessions yet.')
          : t('{{time}} in {{count}} sessions.', { time: formatDuration(seconds, t), count: records.length })}
      </Words>
      <List role="list">
        {records.slice(0, all ? undefined : maxShown).map((record) => (
          <li key={record.id}>
            <span>{formatDay(record.startedAt, language)}</span>
            <b>{formatDuration(record.seconds, t)}</b>
            <EditSession record={record} />
          </li>
        ))}
      </List>
      {all || records.length <= maxShown ? null : (
        <Button variant="quiet" size="small" onClick={() => setAll(true)}>
          {t('Show all')}
        </Button>
      )}
      <Button variant="quiet" size="small" icon={<Plus />} onClick={() => setAdding(true)}>
        {t('Add a session by hand')}
      </Button>
      {adding ? <AddSessionDialog books={[book]} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

const Words = styled.p`
  margin-block-end: ${space(2)};
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const List = styled.ul`
  margin-block-end: ${space(3)};
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
    gap: ${space(2)};
    padding-block: ${space(1)};
    border-block-end: 1px solid ${color.line};
    font-size: ${type.small};
    font-variant-numeric: tabular-nums;
  }
  & b { font-weight: 500; }
`;
