import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { matchesFilter } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { readAt } from '@lectern/shared-contracts/domain/books/currentBook.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Lamp } from '@lectern/shared-ui/illustrations.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { useMemo } from 'react';
import { styled } from 'styled-components';
import { CurrentBook } from './CurrentBook.tsx';
import { RecentSessions } from './RecentSessions.tsx';

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
  padding: 0;
  list-style: none;
`;
