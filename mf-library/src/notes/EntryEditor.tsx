import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { highlightNames } from '@lectern/shared-contracts/domain/notes/highlightNames.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { highlightColors } from '@lectern/shared-ui/color/highlightColors.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, media, space } from '@lectern/shared-ui/tokens.ts';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { sortBooks } from '../books/sortBooks.ts';
import { RadioTiles } from '../collections/RadioTiles.tsx';
import type { Entry } from './entries.ts';
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
export function EntryEditor({ entry, books = [], bookId = null, onSave, onClose }: EntryEditorProps) {
  const t = useTranslate();
  const { typed, change, save, cancel, busy } = useEntryForm({ entry, bookId, onSave, onClose });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isHighlight = entry?.kind === 'highlight';
  const length = typed.thought.trim().length;
  const longest = isHighlight ? 20_000 : 100_000;
  // Pasted text is never cut; the user has to shorten it.
  const tooLong = length > longest;
  const canSave = (length > 0 || isHighlight) && !tooLong;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave && !busy) runInBackground(save());
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
    <Form onSubmit={onSubmit} onKeyDown={onKeyDown} aria-label={entry ? t('Edit note') : t('New note')}>
      {entry ? null : (
        <Select
          label={t('Book')}
          value={typed.bookId ?? ''}
          onChange={(value) => change({ bookId: value || null })}
          options={[
            { value: '', label: t('No book') },
            ...sortBooks(books, 'title').map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
      <TextField
        ref={field}
        label={isHighlight ? t('Your thought') : t('Note')}
        hint={t('Markdown: *emphasis*, **strong**, - lists, > quotations')}
        value={typed.thought}
        onChange={(thought) => change({ thought })}
        error={
          tooLong
            ? t('At most {{most}} characters fit here; this has {{number}}.', {
                most: longest,
                number: length,
              })
            : undefined
        }
        multiline
      />
      {isHighlight ? null : <NoteDetails typed={typed} onChange={change} />}
      <RadioTiles
        label={t('Color')}
        value={typed.ink}
        onChange={(ink) => change({ ink })}
        options={[
          ...(isHighlight ? [] : [{ value: '', label: t('No color'), face: <Blank /> }]),
          ...Object.entries(highlightColors).map(([value, { ground }]) => ({
            value,
            label: t(highlightNames[value as HighlightColor]),
            face: <span style={{ background: color[ground] }} />,
          })),
        ]}
      />
      <Stack direction="inline" gap={3} justify="flex-end">
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!canSave} busy={busy}>
          {t('Save')}
        </Button>
      </Stack>
    </Form>
  );
}

/** What is typed, which is kept as a draft with each change, and how it is saved. */
function useEntryForm({
  entry,
  bookId,
  onSave,
  onClose,
}: Pick<EntryEditorProps, 'entry' | 'onSave' | 'onClose'> & { bookId: string | null }) {
  // The book filter may change while a note is written.
  const [draftName] = useState(entry ? draftNames.change(entry.id) : draftNames.create(bookId));
  const draft = useDraft<EntryDraft>(draftName);
  const [typed, setTyped] = useState<EntryDraft>(() => ({ ...unchanged(entry, bookId), ...draft.left }));
  const [busy, setBusy] = useState(false);

  return {
    typed,
    busy,
    change(some: Partial<EntryDraft>) {
      const next = { ...typed, ...some };
      setTyped(next);
      draft.keep(next);
    },
    cancel() {
      draft.drop();
      onClose();
    },
    async save() {
      setBusy(true);
      const saving = onSave(changeOf(typed));
      // The queue has it now: the draft must not be offered again.
      draft.drop();
      const isSaved = await saving;
      setBusy(false);
      if (isSaved) onClose();
      else draft.keep(typed);
    },
  };
}

/** The form before anything is typed, with the values that changes of another device are compared with. */
function unchanged(entry: Entry | undefined, bookId: string | null): EntryDraft {
  const tags = entry?.tags.join(', ') ?? '';
  const page = String(entry?.page ?? '');
  const ink = entry?.color ?? '';
  return {
    bookId: entry?.bookId ?? bookId,
    title: entry?.title ?? '',
    thought: entry?.thought ?? '',
    tags,
    page,
    ink,
    seen: entry ? stampOf(entry) : undefined,
    seenTags: tags,
    seenPage: page,
    seenInk: ink,
  };
}

function changeOf(typed: EntryDraft): EntryChange {
  const { bookId, title, thought, tags, page, ink, seen, seenTags = '', seenPage = '', seenInk } = typed;
  return {
    bookId,
    title: title.trim(),
    thought: thought.trim(),
    tags: parseTags(tags),
    page: parsePage(page),
    color: ink || null,
    seen,
    before: { tags: parseTags(seenTags), page: parsePage(seenPage), color: seenInk || null },
  };
}

interface NoteDetailsProps {
  typed: EntryDraft;
  onChange: (some: Partial<EntryDraft>) => void;
}

/** What a note has and a highlight has not. */
function NoteDetails({ typed, onChange }: NoteDetailsProps) {
  const t = useTranslate();
  return (
    <Row>
      <TextField
        label={t('Title')}
        value={typed.title}
        onChange={(title) => onChange({ title })}
        maxLength={500}
        autoComplete="off"
      />
      <TextField
        label={t('Tags')}
        hint={t('Separated by commas')}
        value={typed.tags}
        onChange={(tags) => onChange({ tags })}
        autoComplete="off"
      />
      <TextField
        label={t('Page')}
        value={typed.page}
        onChange={(page) => onChange({ page })}
        inputMode="numeric"
        autoComplete="off"
      />
    </Row>
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

/** Form state of an entry: texts, as they are typed. */
export interface EntryDraft {
  bookId: string | null;
  title: string;
  /** The text of a note, or what is written about a highlight. */
  thought: string;
  tags: string;
  page: string;
  /** The color; empty for none. */
  ink: string;
  /** Stamp of the text when editing began. */
  seen?: string;
  /** Tags, page and color when editing began. */
  seenTags?: string;
  seenPage?: string;
  seenInk?: string;
}

export const draftNames = {
  change: (id: string) => `note.change.${id}`,
  create: (bookId: string | null) => (bookId === null ? 'note' : `note.${bookId}`),
};
