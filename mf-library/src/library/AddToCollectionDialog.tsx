import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, space } from '@lectern/shared-ui/tokens.ts';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { defaultColor, defaultIcon } from '../collections/collectionLooks.ts';
import { useCollections } from '../collections/useCollections.ts';

/** In which collections a book is; each tick takes effect at once. A new collection begins with the book in it. */
export function AddToCollectionDialog({ book, onClose }: { book: Book; onClose: () => void }) {
  const t = useTranslate();
  const { state, collections, create, setBook } = useCollections();
  const [name, setName] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const details = { name: name.trim(), description: null, color: defaultColor, icon: defaultIcon };
    if (await create(details, [book.id])) setName('');
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('Add to Collection')}
      description={book.title}
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
        {collections.length > 0 ? (
          <Stack gap={3}>
            {collections.map((collection) => (
              <Checkbox
                key={collection.id}
                label={collection.name}
                checked={collection.bookIds.includes(book.id)}
                onChange={(inside) => void setBook(collection, book.id, inside)}
              />
            ))}
          </Stack>
        ) : null}
        <New onSubmit={(event) => void add(event)}>
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
