import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { type SortOrder, sortLetter } from '../../books/sortBooks.ts';

interface LetterIndexProps {
  letters: readonly Letter[];
  onChoose: (bookId: string) => void;
}

/** Letters that scroll the list to the first book of each. */
export function LetterIndex({ letters, onChoose }: LetterIndexProps) {
  const t = useTranslate();
  return (
    <Letters aria-label={t('A to Z')}>
      {letters.map(({ letter, bookId }) => (
        <button key={letter} type="button" onClick={() => onChoose(bookId)}>
          {letter}
        </button>
      ))}
    </Letters>
  );
}

const Letters = styled.nav`
  display: flex;
  gap: ${space(0.5)};
  margin-block-end: ${space(3)};
  overflow-x: auto;
  scrollbar-width: none;
  & > button {
    flex: 1 0 2rem;
    max-inline-size: 2.75rem;
    min-block-size: 2.25rem;
    padding: 0;
    border: 0;
    border-radius: ${radius.control};
    background: none;
    color: ${color.textMuted};
    font-size: ${type.small};
    font-weight: 550;
    &:hover { background: ${color.surfaceHover}; color: ${color.text}; }
    &:focus-visible { outline-offset: -2px; }
  }
`;

/** Number of books from which a list offers a letter index. */
export const manyBooks = 300;

/** A letter with the first book that begins with it. */
export interface Letter {
  letter: string;
  bookId: string;
}

/**
 * The first letters of the books, in list order; '#' for digits and symbols.
 * @param books sorted by title or author
 */
export function letterIndex(books: readonly Book[], order: SortOrder): Letter[] {
  if (order !== 'title' && order !== 'author') return [];
  const letters = new Map<string, string>();
  for (const book of books) {
    const letter = sortLetter(book, order);
    if (!letters.has(letter)) letters.set(letter, book.id);
  }
  return [...letters].map(([letter, bookId]) => ({ letter, bookId }));
}
