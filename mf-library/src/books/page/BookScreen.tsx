import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import { useData, useHost, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useMemo, useRef } from 'react';
import { styled } from 'styled-components';
import { useBooks } from '../../data/useBooks.ts';
import { BookCommandsProvider } from '../commands/BookCommandsProvider.tsx';
import { BookView } from './BookView.tsx';

/** The page /books/{id}. */
export function BookScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { navigation, data } = useHost();
  const t = useTranslate();
  const book = useBook(params.bookId ?? '');
  const gone = book.status === 'error' && book.error.status === 404;
  // The book was deleted while open. Deleting shows a message, and 'not found' would be wrong.
  const wasThere = useRef(false);
  if (book.status === 'ready') wasThere.current = true;
  const leaves = gone && wasThere.current;
  useEffect(() => {
    if (leaves) navigation.go('/library', { replace: true });
  }, [leaves, navigation]);
  useSetTitle(book.status === 'ready' ? book.value.title : t('Book'));
  if (book.status === 'loading') {
    return (
      <Loading role="status" aria-label={t('Loading…')}>
        <Skeleton shape="cover" />
        <Stack gap={6}>
          <Skeleton shape="title" />
          <Skeleton shape="line" width="12rem" />
          <Skeleton shape="paragraph" />
        </Stack>
      </Loading>
    );
  }
  if (book.status === 'error') {
    if (leaves) return null;
    return (
      <ErrorState
        headingLevel={1}
        title={gone ? t('This book is not in your library') : t('Oops! Something went wrong')}
        message={gone ? t('It may have been deleted, here or on another device.') : t(book.error.message)}
        actions={
          <>
            {gone ? null : (
              <Button variant="primary" onClick={() => data.refresh('GET /books/:id')}>
                {t('Try Again')}
              </Button>
            )}
            <Button as={navigation.Link} to="/library">
              {t('Go to library')}
            </Button>
          </>
        }
      />
    );
  }
  return (
    <BookCommandsProvider>
      <BookView book={book.value} />
    </BookCommandsProvider>
  );
}

/** As BookHead, whose cover is large. */
const Loading = styled.div`
  display: grid;
  grid-template-columns: 256px minmax(0, 1fr);
  align-items: end;
  gap: ${space(10)};
  @media ${media.narrow} { grid-template-columns: 192px; }
`;

/** One book from the loaded library (also offline), else requested by id. */
function useBook(bookId: string): Loadable<Book> {
  const library = useBooks();
  const requested = useData('GET /books/:id', { params: { id: bookId } });
  return useMemo(() => {
    const inLibrary =
      library.status === 'ready' ? library.value.items.find(({ id }) => id === bookId) : undefined;
    if (inLibrary) return { status: 'ready', value: inLibrary, stale: false };
    if (requested.status !== 'ready') return requested;
    const book = normalizeBook(requested.value);
    return book ? { ...requested, value: book } : { status: 'loading' };
  }, [library, requested, bookId]);
}
