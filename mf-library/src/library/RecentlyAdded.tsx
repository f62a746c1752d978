import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { scrollFade } from '@lectern/shared-ui/scrollFade.styles.ts';
import { color, duration, easing, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { styled } from 'styled-components';
import { BookCover } from '../books/BookCover.tsx';
import { newestBooks } from '../books/selectBooks.ts';

/** The six newest books; clicking one scrolls to it in the list. */
export function RecentlyAdded({
  books,
  onChoose,
}: {
  books: readonly Book[];
  onChoose: (book: Book) => void;
}) {
  const t = useTranslate();
  return (
    <Strip aria-labelledby="recently-added">
      <h2 id="recently-added">{t('Recently Added')}</h2>
      <ul>
        {newestBooks(books).map((book) => (
          <li key={book.id}>
            <button type="button" onClick={() => onChoose(book)} title={book.title}>
              <BookCover book={book} width={43} badge={false} eager />
              <VisuallyHidden>{t('Show {{title}} on the shelf', { title: book.title })}</VisuallyHidden>
            </button>
          </li>
        ))}
      </ul>
    </Strip>
  );
}

/** One line, so that the page begins with the books themselves. */
const Strip = styled.section`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  margin-block-end: ${space(3)};
  & > h2 {
    flex: none;
    max-inline-size: 5rem;
    color: ${color.textMuted};
    font-size: ${type.small};
    font-family: inherit;
    font-weight: 550;
    letter-spacing: 0;
  }
  & > ul {
    display: flex;
    list-style: none;
    gap: ${space(3)};
    min-inline-size: 0;
    overflow-x: auto;
    scrollbar-width: none;
    ${scrollFade}
    /* Space for shadows and focus rings, which the scroll area would cut off. */
    padding: ${space(1)} ${space(2)} ${space(2)};
    margin: -${space(1)} -${space(2)} -${space(2)};
    scroll-snap-type: x proximity;
  }
  & li { flex: none; scroll-snap-align: start; scroll-margin-inline: ${space(2)}; }
  & button {
    display: block;
    inline-size: 43px;
    padding: 0;
    border: 0;
    border-radius: ${radius.cover};
    background: none;
    transition: transform ${duration.normal} ${easing};
    @media ${media.hover} { &:hover { transform: translateY(-3px); } }
  }
`;
