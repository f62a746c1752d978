import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useData, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { shortTitle } from '../books.ts';
import type { Chosen } from './requestFor.ts';

interface PickerChipProps {
  name: string;
  disabled: boolean;
  onAsk: (chosen: Chosen) => void;
  /** What is chosen from, in a pop-over. */
  children: (ask: (chosen: Chosen) => void) => ReactNode;
}

/** A chip for which something has to be chosen first. */
export function PickerChip({ name, disabled, onAsk, children }: PickerChipProps) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <button type="button" aria-disabled={disabled}>
      {name}
    </button>
  );
  const ask = (chosen: Chosen) => {
    setOpen(false);
    onAsk(chosen);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(wanted) => setOpen(wanted && !disabled)}
      label={name}
      align="start"
      side="top"
      trigger={trigger}
    >
      {children(ask)}
    </Popover>
  );
}

interface ChoiceProps {
  onAsk: (chosen: Chosen) => void;
}

/** A chapter of a book: the one that is being read (null), or another up to there. */
export function Chapters({ book, onAsk }: ChoiceProps & { book: Book }) {
  const t = useTranslate();
  const chapters = useData('GET /mentor/chapters', { query: { book_id: book.id } });
  const [chosen, setChosen] = useState('');
  const items = chapters.status === 'ready' ? chapters.value.items : [];
  return (
    <Column as="div">
      <Select
        label={t('Chapter of {{title}}', { title: book.title })}
        value={chosen}
        onChange={setChosen}
        options={[
          { value: '', label: t('Where I am') },
          ...items.map(({ title, ahead }, at) => ({ value: String(at), label: title, disabled: ahead })),
        ]}
      />
      <Button
        variant="primary"
        onClick={() => onAsk({ chapter: items[Number(chosen || 'NaN')]?.title ?? null })}
      >
        {t('Sum up')}
      </Button>
    </Column>
  );
}

const longestName = 200;

/** Who is asked about: one of the given names, or another that is typed. */
export function Names({ names, onAsk }: ChoiceProps & { names: readonly string[] }) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  return (
    <Column
      onSubmit={(event) => {
        event.preventDefault();
        // The field of the mentor is a form around this one.
        event.stopPropagation();
        if (typed.trim() !== '') onAsk({ name: typed.trim() });
      }}
    >
      <TextField label={t('Name')} value={typed} onChange={setTyped} maxLength={longestName} />
      <div>
        {names.map((name) => (
          <Button key={name} size="small" variant="quiet" onClick={() => onAsk({ name })}>
            {name}
          </Button>
        ))}
      </div>
      <Button variant="primary" type="submit" disabled={typed.trim() === ''}>
        {t('Ask')}
      </Button>
    </Column>
  );
}

interface BookPickerProps {
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

const Column = styled.form`
  display: grid;
  gap: ${space(3)};
  & > button { justify-self: start; }
  & > div > button { max-inline-size: 100%; white-space: normal; overflow-wrap: anywhere; }
`;
