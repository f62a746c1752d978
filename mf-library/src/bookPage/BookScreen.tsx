import { useHost, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { ShelfProvider } from '../bookCommands/ShelfProvider.tsx';
import { BookView } from './BookView.tsx';
import { useBook } from './useBook.ts';

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
        <Skeleton shape="cover" width="12rem" />
        <Stack gap={6}>
          <Skeleton shape="title" />
          <Skeleton shape="paragraph" />
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
    <ShelfProvider>
      <BookView book={book.value} />
    </ShelfProvider>
  );
}

const Loading = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(10)};
  margin-block-start: ${space(4)};
  @media ${media.narrow} { grid-template-columns: minmax(0, 1fr); gap: ${space(6)}; }
`;
