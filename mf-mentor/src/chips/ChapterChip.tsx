import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useData, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Popover } from '@lectern/shared-ui/Popover.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';

export interface ChapterChipProps {
  name: string;
  book: Book;
  disabled: boolean;
  /** With null for the chapter that is being read. */
  onChoose: (chapter: string | null) => void;
}

/** Sums up a chapter of a book: the one that is being read, or another up to there. */
export function ChapterChip({ name, book, disabled, onChoose }: ChapterChipProps) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <button type="button" disabled={disabled}>
      {name}
    </button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} label={name} align="start" side="top" trigger={trigger}>
      <Chapters
        book={book}
        onChoose={(chapter) => {
          setOpen(false);
          onChoose(chapter);
        }}
      />
    </Popover>
  );
}

function Chapters({ book, onChoose }: Pick<ChapterChipProps, 'book' | 'onChoose'>) {
  const t = useTranslate();
  const chapters = useData('GET /mentor/chapters', { query: { book_id: book.id } });
  const [chosen, setChosen] = useState('');
  const items = chapters.status === 'ready' ? chapters.value.items : [];
  return (
    <Column>
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

const Column = styled.div`
  display: grid;
  gap: ${space(3)};
  & > button { justify-self: start; }
`;
