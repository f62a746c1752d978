import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, media, space } from '@lectern/shared-ui/tokens.ts';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { sortBooks } from '../books/sortBooks.ts';
import { RadioTiles } from '../collections/RadioTiles.tsx';
import type { Entry } from './entries.ts';
import { draftNames, type EntryDraft } from './entryDraft.ts';
import { noteColors } from './noteColors.ts';
import { parsePage, parseTags } from './noteFields.ts';
import { type EntryChange, stampOf } from './useNoteActions.ts';

interface EntryEditorProps {
  /** The edited entry; undefined for a new note. */
  entry?: Entry;
  /** For a new note: books to choose from, and the selected one. */
  books?: readonly Book[];
  bookId?: string | null;
  /** Resolves to whether it was queued; then the editor closes. */
  onSave: (fields: EntryChange) => Promise<boolean>;
  onClose: () => void;
}

/**
 * Editor of an entry, in place. Ctrl+Enter saves. Escape closes it; its text is there
 * when it is opened again, as after a reload.
 */
export function EntryEditor({
  entry,
  books = [],
  bookId: startBook = null,
  onSave,
  onClose,
}: EntryEditorProps) {
  const t = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  // The book filter may change while a note is written.
  const [draftName] = useState(entry ? draftNames.change(entry.id) : draftNames.create(startBook));
  const draft = useDraft<EntryDraft>(draftName);
  const { left } = draft;
  const shown = {
    tags: entry?.tags.join(', ') ?? '',
    page: String(entry?.page ?? ''),
    ink: entry?.color ?? '',
  };
  const [bookId, setBookId] = useState(left ? left.bookId : (entry?.bookId ?? startBook));
  const [title, setTitle] = useState(left?.title ?? entry?.title ?? '');
  const [thought, setThought] = useState(left?.thought ?? entry?.thought ?? '');
  const [tags, setTags] = useState(left?.tags ?? shown.tags);
  const [page, setPage] = useState(left?.page ?? shown.page);
  const [ink, setInk] = useState(left?.ink ?? shown.ink);
  /** Changes of another device while editing are not overwritten. */
  const [seen] = useState(() => ({
    seen: left?.seen ?? (entry ? stampOf(entry) : undefined),
    seenTags: left?.seenTags ?? shown.tags,
    seenPage: left?.seenPage ?? shown.page,
    seenInk: left?.seenInk ?? shown.ink,
  }));
  const [busy, setBusy] = useState(false);
  const isHighlight = entry?.kind === 'highlight';
  const empty = thought.trim() === '' && !isHighlight;
  const longest = isHighlight ? 20_000 : 100_000;
  // Pasted text is never cut; the user has to shorten it.
  const tooLong = thought.trim().length > longest;
  useEffect(() => field.current?.focus(), []);
  const typed: EntryDraft = { bookId, title, thought, tags, page, ink, ...seen };
  const written = useRef(false);
  useEffect(() => {
    if (written.current) draft.keep(typed);
    written.current = true;
  }, [bookId, title, thought, tags, page, ink]);
  const close = () => {
    draft.drop();
    onClose();
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (empty || tooLong || busy) return;
    setBusy(true);
    const saving = onSave({
      bookId,
      title: title.trim(),
      thought: thought.trim(),
      tags: parseTags(tags),
      page: parsePage(page),
      color: ink || null,
      seen: seen.seen,
      before: {
        tags: parseTags(seen.seenTags),
        page: parsePage(seen.seenPage),
        color: seen.seenInk || null,
      },
    });
    // The queue has it now: the draft must not be offered again.
    draft.drop();
    const isSaved = await saving;
    setBusy(false);
    if (isSaved) onClose();
    else draft.keep(typed);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      // The draft stays: the key may have been pressed by accident.
      onClose();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };

  return (
    <Form
      onSubmit={(event) => runInBackground(save(event))}
      onKeyDown={onKeyDown}
      aria-label={entry ? t('Edit note') : t('New note')}
    >
      {entry ? null : (
        <Select
          label={t('Book')}
          value={bookId ?? ''}
          onChange={(value) => setBookId(value || null)}
          options={[
            { value: '', label: t('No book') },
            ...sortBooks(books, 'title').map(({ id, title: name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <TextField
        ref={field}
        label={isHighlight ? t('Your thought') : t('Note')}
        hint={t('Markdown: *emphasis*, **strong**, - lists, > quotations')}
        value={thought}
        onChange={setThought}
        error={
          tooLong
            ? t('At most {{most}} characters fit here; this has {{number}}.', {
                most: longest,
                number: thought.trim().length,
              })
            : undefined
        }
        multiline
      />
      {isHighlight ? null : (
        <Row>
          <TextField
            label={t('Title')}
            value={title}
            onChange={setTitle}
            maxLength={500}
            autoComplete="off"
          />
          <TextField
            label={t('Tags')}
            hint={t('Separated by commas')}
            value={tags}
            onChange={setTags}
            autoComplete="off"
          />
          <TextField
            label={t('Page')}
            value={page}
            onChange={setPage}
            inputMode="numeric"
            autoComplete="off"
          />
        </Row>
      )}
      <RadioTiles
        label={t('Color')}
        value={ink}
        onChange={setInk}
        options={[
          ...(isHighlight ? [] : [{ value: '', label: t('No color'), face: <Blank /> }]),
          ...Object.entries(noteColors).map(([value, { value: shown, label }]) => ({
            value,
            label: t(label),
            face: <span style={{ background: shown }} />,
          })),
        ]}
      />
      <Stack direction="inline" gap={3} justify="flex-end">
        <Button onClick={close}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" disabled={empty || tooLong} busy={busy}>
          {t('Save')}
        </Button>
      </Stack>
    </Form>
  );
}

const Form = styled.form`
  display: grid;
  gap: ${space(4)};
  padding: ${space(5)};
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surfaceRaised};
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 2fr) minmax(0, 6rem);
  gap: ${space(4)};
  @media ${media.narrow} { grid-template-columns: minmax(0, 1fr); }
`;

const Blank = styled.span`
  border: 1.5px solid ${color.lineStrong};
  background: linear-gradient(to top right, transparent 46%, ${color.lineStrong} 46% 54%, transparent 54%);
`;
