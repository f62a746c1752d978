import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, type } from '@lectern/shared-ui/tokens.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { textTest } from '../books/selectBooks.ts';
import { sortBooks } from '../books/sortBooks.ts';

/** Maximum number of options; the search field finds the others. */
const maxShown = 100;

interface ChooseBooksDialogProps {
  collection: Collection;
  books: readonly Book[];
  onSetBook: (bookId: string, inside: boolean) => void;
  onClose: () => void;
}

/** Assigns books to a collection, effective at once. Its books come first. */
export function ChooseBooksDialog({ collection, books, onSetBook, onClose }: ChooseBooksDialogProps) {
  const t = useTranslate();
  const [query, setQuery] = useState('');
  // Ordered when the dialog opens: a book must not move when it is ticked.
  const [first] = useState(() => new Set(collection.bookIds));
  const matches = sortBooks(books.filter(textTest(query)), 'title').sort(
    (a, b) => Number(first.has(b.id)) - Number(first.has(a.id)),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('Choose Books')}
      description={collection.name}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack gap={4}>
        <TextField
          label={t('Filter by title or author')}
          type="search"
          icon={<Search />}
          value={query}
          onChange={setQuery}
        />
        <Stack gap={3}>
          {matches.slice(0, maxShown).map((book) => (
            <Checkbox
              key={book.id}
              label={book.title}
              hint={book.author || undefined}
              checked={collection.bookIds.includes(book.id)}
              onChange={(inside) => onSetBook(book.id, inside)}
            />
          ))}
        </Stack>
        <Words role="status">
          {matches.length === 0
            ? t('No books found.')
            : matches.length > maxShown
              ? t('{{count}} more; type a few letters of the title.', { count: matches.length - maxShown })
              : ''}
        </Words>
      </Stack>
    </Dialog>
  );
}

const Words = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
  &:empty { display: none; }
`;
