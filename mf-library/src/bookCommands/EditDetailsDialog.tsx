import type { Book, BookPatch } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useId, useState } from 'react';
import { type BookDetails, changedDetails, detailFields, detailsOf } from '../books/bookDetails.ts';
import { CoverField } from '../books/CoverField.tsx';
import { useShelf } from './ShelfContext.ts';

/** Form to edit a book's metadata. Only changed fields are sent. The description stays as a draft until Cancel. */
export function EditDetailsDialog({ books, onClose }: { books: readonly Book[]; onClose: () => void }) {
  const [book] = books;
  return book ? <EditDetails book={book} onClose={onClose} /> : null;
}

function EditDetails({ book: shown, onClose }: { book: Book; onClose: () => void }) {
  const draft = useDraft<{ description: string; before: string }>(`book.${shown.id}`);
  const { left } = draft;
  /** Text changed on another device while editing is not overwritten. */
  const [book] = useState(left ? { ...shown, description: left.before ?? null } : shown);
  const t = useTranslate();
  const { actions } = useShelf();
  const form = useId();
  const [details, setDetails] = useState(() => {
    const stored = detailsOf(book);
    return { ...stored, description: left?.description ?? stored.description };
  });
  const [rating, setRating] = useState(String(book.rating ?? ''));
  const titleMissing = details.title.trim() === '';

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (titleMissing) return;
    const changes: BookPatch = { ...changedDetails(book, details) };
    const stars = rating === '' ? null : Number(rating);
    if (stars !== book.rating) changes.rating = stars;
    if (Object.keys(changes).length === 0 || (await actions.update(book, changes))) close();
  };
  const close = () => {
    draft.drop();
    onClose();
  };
  const change = (field: keyof BookDetails, value: string) => {
    setDetails((before) => ({ ...before, [field]: value }));
    if (field !== 'description') return;
    const before = book.description ?? '';
    if (value === before) draft.drop();
    else draft.keep({ description: value, before });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('Edit Details')}
      closeLabel={t('Close')}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={form} disabled={titleMissing}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => runInBackground(save(event))}>
        <Stack gap={4}>
          <CoverField book={book} />
          {detailFields.map(({ field, label, maxLength, multiline }) => (
            <TextField
              key={field}
              label={t(label)}
              value={details[field]}
              maxLength={maxLength}
              multiline={multiline}
              required={field === 'title'}
              error={field === 'title' && titleMissing ? t('A book needs a title.') : undefined}
              onChange={(value) => change(field, value)}
            />
          ))}
          <Select
            label={t('Your rating')}
            value={rating}
            onChange={setRating}
            options={[
              { value: '', label: t('Not rated') },
              ...[1, 2, 3, 4, 5].map((count) => ({
                value: String(count),
                label: t('{{count}} of 5 stars', { count }),
              })),
            ]}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
