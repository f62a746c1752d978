import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { shortTitle } from '../books.ts';

export interface BookPickerProps {
  books: readonly Book[];
  book: Book | undefined;
  onPick: (id: string) => void;
}

const mostBooks = 500;

/** The book that the chips are about, those opened last first. */
export function BookPicker({ books, book, onPick }: BookPickerProps) {
  const t = useTranslate();
  const opened = ({ last_opened, created_at }: Book) => Date.parse(last_opened ?? created_at);
  const offered = books
    .filter(({ id, format }) => format !== 'none' && id !== book?.id)
    .sort((one, other) => opened(other) - opened(one))
    .slice(0, mostBooks);
  return (
    <Select
      label={t('Book that the buttons are about')}
      hideLabel
      value={book?.id ?? ''}
      onChange={onPick}
      options={[...(book ? [book] : []), ...offered].map(({ id, title }) => ({
        value: id,
        label: shortTitle(title),
      }))}
    />
  );
}
