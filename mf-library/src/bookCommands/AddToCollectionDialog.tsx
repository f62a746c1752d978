import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, space } from '@lectern/shared-ui/tokens.ts';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { defaultColor, defaultIcon } from '../collections/collectionDefaults.ts';
import { useCollections } from '../collections/useCollections.ts';

interface AddToCollectionDialogProps {
  books: readonly Book[];
  onClose: () => void;
}

/** Assigns books to collections, effective at once. A new collection starts with them. */
export function AddToCollectionDialog({ books, onClose }: AddToCollectionDialogProps) {
  const t = useTranslate();
  const { state, collections, create, setBooks } = useCollections();
  const [name, setName] = useState('');
  const ids = books.map(({ id }) => id);
  const byHand = collections.filter(({ rule }) => !rule);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const details = { name: name.trim(), description: null, color: defaultColor, icon: defaultIcon };
    if (await create(details, ids)) setName('');
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('Add to Collection')}
      description={books.length === 1 ? books[0]?.title : t('{{count}} books', { count: books.length })}
      closeLabel={t('Close')}
      size="small"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack gap={5}>
        {state.status === 'error' ? <p role="alert">{t(state.error.message)}</p> : null}
        {state.status === 'loading' ? <p role="status">{t('Loading your collections…')}</p> : null}
        {byHand.length > 0 ? (
          <Stack gap={3}>
            {byHand.map((collection) => {
              const inside = ids.filter((id) => collection.bookIds.includes(id)).length;
              return (
                <Checkbox
                  key={collection.id}
                  label={collection.name}
                  checked={inside === ids.length}
                  indeterminate={inside > 0 && inside < ids.length}
                  onChange={(checked) => runInBackground(setBooks(collection, ids, checked))}
                />
              );
            })}
          </Stack>
        ) : null}
        <New onSubmit={(event) => runInBackground(add(event))}>
          <TextField
            label={t('New collection')}
            value={name}
            onChange={setName}
            maxLength={200}
            autoComplete="off"
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {t('Create')}
          </Button>
        </New>
      </Stack>
    </Dialog>
  );
}

const New = styled.form`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: end;
  gap: ${space(3)};
  padding-block-start: ${space(4)};
  border-block-start: 1px solid ${color.line};
`;
