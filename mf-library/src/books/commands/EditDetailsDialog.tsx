import type { Book, BookPatch } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { FileButton } from '@lectern/shared-ui/FileButton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { Globe, ImageUp } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { BookCover } from '../BookCover.tsx';
import { type BookDetails, changedDetails, detailFields, detailsOf } from '../bookDetails.ts';
import { coverImage, pictureOf } from '../coverImage.ts';
import { LookUpDialog } from '../lookUp/LookUpDialog.tsx';
import { namesOf } from '../lookUp/onlineChoices.ts';
import { RatingSelect } from '../RatingSelect.tsx';
import { TagField } from '../TagField.tsx';
import { useBookCommands } from './useBookActions.ts';

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
  const { actions } = useBookCommands();
  const form = useId();
  const [details, setDetails] = useState(() => {
    const stored = detailsOf(book);
    return { ...stored, description: left?.description ?? stored.description };
  });
  const [rating, setRating] = useState(book.rating);
  const [tags, setTags] = useState<readonly string[]>(book.tags);
  const [lookingUp, setLookingUp] = useState(false);
  const cover = useCoverChange(book);
  const titleMissing = details.title.trim() === '';

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (titleMissing) return;
    const changes: BookPatch = { ...changedDetails(book, details) };
    if (rating !== book.rating) changes.rating = rating;
    if (tags.join('\n') !== book.tags.join('\n')) changes.tags = [...tags];
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

  const takeOver = (chosen: Partial<BookDetails>, picture: string | null) => {
    for (const [field, value] of Object.entries(chosen)) change(field as keyof BookDetails, value);
    if (picture !== null) runInBackground(cover.change(pictureOf(picture)));
    setLookingUp(false);
  };

  if (lookingUp)
    return (
      <LookUpDialog
        book={book}
        details={details}
        onUse={takeOver}
        onBack={() => setLookingUp(false)}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      onClose={onClose}
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
          <CoverField book={book} picture={cover.picture} onChoose={cover.change} />
          <LookUpButton onClick={() => setLookingUp(true)} />
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
          <TagField label={t('Tags')} tags={tags} onTags={setTags} />
          <RatingSelect rating={rating} onRating={setRating} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Replaces the cover of a book, effective at once. `picture` is the new one. */
function useCoverChange(book: Book) {
  const { notify } = useHost();
  const enqueue = useEnqueue();
  const t = useTranslate();
  const [picture, setPicture] = useState<string | null>(null);
  const change = async (file: Blob) => {
    const image = await coverImage(file).catch(() => null);
    if (image === null) {
      notify.show({ tone: 'danger', message: t('This picture cannot be read. Take a JPEG, PNG or WebP.') });
      return;
    }
    if (await enqueue('SET_COVER', { bookId: book.id, image }, text('The cover could not be saved.')))
      setPicture(`data:image/jpeg;base64,${image}`);
  };
  return { picture, change };
}

/** Shown where online services may be asked; says what is sent to them. */
function LookUpButton({ onClick }: { onClick: () => void }) {
  const t = useTranslate();
  const isOnline = useReadable(useHost().network) === 'online';
  const offered = useData('GET /online-metadata', {});
  const sources = offered.status === 'ready' ? offered.value.sources : [];
  if (sources.length === 0) return null;
  return (
    <Row>
      <div>
        <Button icon={<Globe />} disabled={!isOnline} onClick={onClick}>
          {t('Look Up Online…')}
        </Button>
        <p>{t('Sends ISBN, title and author to: {{services}}.', { services: namesOf(sources) })}</p>
      </div>
    </Row>
  );
}

interface CoverFieldProps {
  book: Book;
  picture: string | null;
  onChoose: (file: Blob) => Promise<void>;
}

/** The cover of a book and a button to replace it. */
function CoverField({ book, picture, onChoose }: CoverFieldProps) {
  const t = useTranslate();
  return (
    <Row>
      {picture ? <img src={picture} alt="" /> : <BookCover book={book} size="small" />}
      <div>
        <FileButton
          icon={<ImageUp />}
          label={t('Choose a Cover')}
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          onFiles={([file]) => file && runInBackground(onChoose(file))}
        />
        <p>{t('Any picture; a 2:3 shape fits best.')}</p>
      </div>
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(5)};
  & img { inline-size: 96px; block-size: 144px; object-fit: cover; border-radius: ${radius.cover}; }
  & p { margin-block-start: ${space(2)}; color: ${color.textMuted}; font-size: ${type.small}; }
`;
