import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { BookCover } from '../books/BookCover.tsx';
import { bookPageAddress } from '../books/bookAddress.ts';
import { formatMonth } from '../books/formatDay.ts';
import type { Entry } from './entries.ts';

interface EntryHeadingProps {
  /** The first entry below the heading. */
  entry: Entry;
  /** Number of entries below it. */
  count: number;
  byBook: boolean;
  books: readonly Book[];
}

/** Names the month or the book of the entries below. */
export function EntryHeading({ entry, count, byBook, books }: EntryHeadingProps) {
  const t = useTranslate();
  const { i18n, navigation } = useHost();
  const language = useReadable(i18n.language);
  const number = <small>{new Intl.NumberFormat(language).format(count)}</small>;
  if (!byBook)
    return (
      <Head>
        {formatMonth(entry.day, language)} {number}
      </Head>
    );
  const book = books.find(({ id }) => id === entry.bookId);
  if (book === undefined)
    return (
      <Head>
        {t('No book')} {number}
      </Head>
    );
  return (
    <BookHead>
      <BookCover book={book} size="thumbnail" badge={false} />
      <div>
        <Head dir="auto" lang={book.language || undefined}>
          <navigation.Link to={bookPageAddress(book.id)}>{book.title}</navigation.Link> {number}
        </Head>
        <p dir="auto">{book.author}</p>
      </div>
    </BookHead>
  );
}

const Head = styled.h2`
  margin-block-end: ${space(5)};
  font-family: ${font.reading};
  font-size: ${type.large};
  font-weight: 500;
  & > small { color: ${color.textMuted}; font-family: ${font.interface}; font-size: ${type.small}; font-weight: 400; }
  & > a { color: inherit; }
`;

const BookHead = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  margin-block-end: ${space(6)};
  & > div { min-inline-size: 0; }
  & ${Head} { margin: 0; }
  & p { color: ${color.textMuted}; font-size: ${type.small}; }
`;
