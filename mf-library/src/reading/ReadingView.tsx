import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Lamp } from '@lectern/shared-ui/illustrations.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { useMemo } from 'react';
import { styled } from 'styled-components';
import { sortBooks } from '../books/sortBooks.ts';
import { CurrentBook } from './CurrentBook.tsx';
import { RecentSessions } from './RecentSessions.tsx';

/** Books in progress, paused books and recent sessions. */
export function ReadingView({ books }: { books: readonly Book[] }) {
  const t = useTranslate();
  const active = useReadable(useHost().session.active);
  const current = useMemo(
    () =>
      sortBooks(books, 'opened').filter((book) => {
        const status = shownStatus(book, active);
        return (book.is_reading && !book.completed) || status === 'reading' || status === 'paused';
      }),
    [books, active],
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
  padding: 0;
  list-style: none;
`;
