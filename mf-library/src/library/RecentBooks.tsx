import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { clamp } from '@lectern/shared-ui/clamp.styles.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { BookCover } from '../books/BookCover.tsx';
import { sortBooks } from '../books/sortBooks.ts';
import { useBooks } from '../data/useBooks.ts';

/** Maximum number of covers; fewer are visible on narrow screens. */
const maxShown = 6;

/** The books opened or added last, on the dashboard. */
export function RecentBooks() {
  const { navigation } = useHost();
  const t = useTranslate();
  const books = useBooks();
  if (books.status === 'error') return null;
  const recent = books.status === 'ready' ? sortBooks(books.value.items, 'opened').slice(0, maxShown) : null;
  return (
    <Part aria-labelledby="recent-books">
      <div>
        <h2 id="recent-books">{t('Recent books')}</h2>
        <navigation.Link to="/library">{t('Library')}</navigation.Link>
      </div>
      {recent?.length === 0 ? (
        <Button as={navigation.Link} to="/upload">
          {t('Upload Your First Book')}
        </Button>
      ) : (
        <ul>
          {recent?.map((book) => (
            <li key={book.id}>
              <navigation.Link to={`/read/${book.id}`}>
                <BookCover book={book} width={128} badge={false} />
                <span dir="auto" lang={titleLanguage(book)}>
                  {book.title}
                </span>
              </navigation.Link>
            </li>
          )) ??
            ['first', 'second', 'third'].map((key) => (
              <li key={key}>
                <Skeleton shape="cover" />
              </li>
            ))}
        </ul>
      )}
    </Part>
  );
}

const Part = styled.section`
  container-type: inline-size;
  & > div { display: flex; align-items: baseline; justify-content: space-between; gap: ${space(4)}; margin-block-end: ${space(4)}; }
  & h2 { font-size: ${type.large}; }
  & > div > a { font-size: ${type.small}; padding-block: ${space(2)}; }
  & > ul {
    display: grid;
    grid-template-columns: repeat(6, minmax(0, 8rem));
    justify-content: space-between;
    gap: ${space(4)};
    padding: 0;
    list-style: none;
  }
  & li > a { display: grid; align-content: start; gap: ${space(2)}; color: inherit; text-decoration: none; }
  & li > a > :last-child {
    ${clamp(2)}
    font-family: ${font.reading};
    font-size: ${type.small};
    line-height: 1.4;
  }
  & li > a:hover > :last-child { color: ${color.accent}; }
  /* Three large covers instead of six small ones. */
  @container (max-width: 720px) {
    & > ul { grid-template-columns: repeat(4, minmax(0, 8rem)); }
    & > ul > :nth-child(n + 5) { display: none; }
  }
  @container (max-width: 460px) {
    & > ul { grid-template-columns: repeat(3, minmax(0, 1fr)); }
    & > ul > :nth-child(n + 4) { display: none; }
  }
`;
