import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { cleanTags, hasTag, mostTags } from '@lectern/shared-contracts/domain/books/tags.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import { tagFacets } from '../shelfFilters.ts';
import { TagField } from '../TagField.tsx';
import { useBookCommands } from './useBookActions.ts';

interface TagBooksDialogProps {
  books: readonly Book[];
  onClose: () => void;
  onDone?: () => void;
}

/** Adds tags to several books, and removes others from them. */
export function TagBooksDialog({ books, onClose, onDone }: TagBooksDialogProps) {
  const t = useTranslate();
  const { actions } = useBookCommands();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const present = tagFacets(books);
  const save = async () => {
    for (const book of books) {
      const kept = book.tags.filter((tag) => !hasTag(removed, tag));
      const tags = cleanTags([...kept, ...added]).slice(0, mostTags);
      if (tags.join('\n') !== book.tags.join('\n') && !(await actions.update(book, { tags }))) return;
    }
    onClose();
    onDone?.();
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('Tags')}
      description={t('{{count}} books', { count: books.length })}
      closeLabel={t('Close')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            disabled={added.length + removed.length === 0}
            onClick={() => runInBackground(save())}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <TagField label={t('Add tags to all of them')} tags={added} onTags={setAdded} />
        {present.length === 0 ? null : (
          <Present>
            <p>{t('Remove tags from all of them')}</p>
            <ChipGroup wraps label={t('Remove tags from all of them')}>
              {present.map(({ value, count }) => (
                <Chip
                  key={value}
                  count={count}
                  pressed={hasTag(removed, value)}
                  onChange={(on) =>
                    setRemoved(on ? [...removed, value] : removed.filter((tag) => tag !== value))
                  }
                >
                  <bdi>{value}</bdi>
                </Chip>
              ))}
            </ChipGroup>
          </Present>
        )}
      </Stack>
    </Dialog>
  );
}

/** Its heading looks like the label of a field. */
const Present = styled.section`
  & > p { margin-block-end: ${space(1.5)}; font-size: ${type.small}; font-weight: 550; }
`;
