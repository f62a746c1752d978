import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, space } from '@lectern/shared-ui/tokens.ts';
import { Check, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { defaultColor, defaultIcon, useCollections } from '../../collections/useCollections.ts';
import { ChoiceList } from './choiceList.ts';

interface AddToCollectionDialogProps {
  books: readonly Book[];
  onClose: () => void;
  /** Called after books were added or removed. */
  onDone?: () => void;
}

/** How long adding can be undone. */
const undoMs = 10_000;

/** One press adds books to a collection, or removes them from it. A new collection starts with them. */
export function AddToCollectionDialog({ books, onClose, onDone }: AddToCollectionDialogProps) {
  const { notify } = useHost();
  const t = useTranslate();
  const { state, collections, create, remove, setBooks } = useCollections();
  const [name, setName] = useState('');
  const ids = books.map(({ id }) => id);
  const byHand = collections.filter(({ rule }) => !rule);
  const isInside = ({ bookIds }: Collection) => ids.every((id) => bookIds.includes(id));

  const finish = (message: string, undo: () => Promise<boolean>) => {
    onClose();
    onDone?.();
    notify.show({
      tone: 'success',
      message,
      action: { label: t('Undo'), onAction: () => runInBackground(undo()) },
      duration: undoMs,
    });
  };
  const move = async (collection: Collection) => {
    const inside = isInside(collection);
    const moved = ids.filter((id) => collection.bookIds.includes(id) === inside);
    if (!(await setBooks(collection, moved, !inside))) return;
    const others = collection.bookIds.filter((id) => !moved.includes(id));
    const after = { ...collection, bookIds: inside ? others : [...others, ...moved] };
    finish(
      inside
        ? t('Removed from “{{name}}”.', { name: collection.name })
        : t('Added to “{{name}}”.', { name: collection.name }),
      () => setBooks(after, moved, inside),
    );
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const named = { id: crypto.randomUUID(), name: name.trim(), description: null };
    if (named.name === '') return;
    if (!(await create({ ...named, color: defaultColor, icon: defaultIcon }, ids))) return;
    finish(t('Added to “{{name}}”.', { name: named.name }), () => remove(named));
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('Add to Collection')}
      description={books.length === 1 ? books[0]?.title : t('{{count}} books', { count: books.length })}
      closeLabel={t('Close')}
      size="small"
    >
      <Stack gap={5}>
        {state.status === 'error' ? <p role="alert">{t(state.error.message)}</p> : null}
        {state.status === 'loading' ? <p role="status">{t('Loading your collections…')}</p> : null}
        {byHand.length > 0 ? (
          <ChoiceList role="list">
            {byHand.map((collection) => (
              <li key={collection.id}>
                <button
                  type="button"
                  aria-pressed={isInside(collection)}
                  onClick={() => runInBackground(move(collection))}
                >
                  {isInside(collection) ? <Check aria-hidden /> : <Plus aria-hidden />}
                  <bdi>{collection.name}</bdi>
                </button>
              </li>
            ))}
          </ChoiceList>
        ) : null}
        <New onSubmit={(event) => runInBackground(add(event))}>
          <TextField
            label={t('New collection')}
            value={name}
            onChange={setName}
            maxLength={200}
            autoComplete="off"
          />
          <Button type="submit" variant="primary" disabled={name.trim() === ''}>
            {t('Create')}
          </Button>
        </New>
      </Stack>
    </Dialog>
  );
}

const New = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: ${space(3)};
  padding-block-start: ${space(4)};
  border-block-start: 1px solid ${color.line};
`;
