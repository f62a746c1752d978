import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useData, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';

interface PickerChipProps<T> {
  name: string;
  disabled: boolean;
  onChoose: (chosen: T) => void;
}

const longestName = 200;

/** Sums up a chapter of a book: the one that is being read (null), or another up to there. */
export function ChapterChip({ book, ...rest }: PickerChipProps<string | null> & { book: Book }) {
  return <PickerChip {...rest}>{(choose) => <Chapters book={book} onChoose={choose} />}</PickerChip>;
}

/** Asks who somebody is: one of the given names, or another that is typed. */
export function WhoChip({ names, ...rest }: PickerChipProps<string> & { names: readonly string[] }) {
  return <PickerChip {...rest}>{(choose) => <Names names={names} onChoose={choose} />}</PickerChip>;
}

function PickerChip<T>(props: PickerChipProps<T> & { children: (choose: (chosen: T) => void) => ReactNode }) {
  const { name, disabled, onChoose, children } = props;
  const [open, setOpen] = useState(false);
  const trigger = (
    <button type="button" aria-disabled={disabled}>
      {name}
    </button>
  );
  const choose = (chosen: T) => {
    setOpen(false);
    onChoose(chosen);
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
      {children(choose)}
    </Popover>
  );
}

function Chapters({ book, onChoose }: { book: Book; onChoose: (chapter: string | null) => void }) {
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
      <Button variant="primary" onClick={() => onChoose(items[Number(chosen || 'NaN')]?.title ?? null)}>
        {t('Sum up')}
      </Button>
    </Column>
  );
}

function Names({ names, onChoose }: { names: readonly string[]; onChoose: (name: string) => void }) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  return (
    <Column
      onSubmit={(event) => {
        event.preventDefault();
        // The field of the mentor is a form around this one.
        event.stopPropagation();
        if (typed.trim() !== '') onChoose(typed.trim());
      }}
    >
      <TextField label={t('Name')} value={typed} onChange={setTyped} maxLength={longestName} />
      <div>
        {names.map((name) => (
          <Button key={name} size="small" variant="quiet" onClick={() => onChoose(name)}>
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

const Column = styled.form`
  display: grid;
  gap: ${space(3)};
  & > button { justify-self: start; }
`;
