import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { isUnplaced } from '@lectern/shared-contracts/domain/books/isUnplaced.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft, useLeftDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { highlightInk } from '@lectern/shared-ui/color/highlightColors.ts';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { NotebookPen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { compareLocators } from '../annotations/annotations.ts';
import { lengthError } from '../annotations/HighlightEditor.tsx';
import { PassageItem, PassageList } from '../annotations/PassageList.tsx';
import { useOpenedBook } from '../view/state/openedBook.ts';

type Item = { kind: 'highlight'; item: Highlight } | { kind: 'note'; item: Note };

/** Highlights and notes in reading order. */
export function NotesTab({ onOpen }: { onOpen: (position: Locator) => void }) {
  const t = useTranslate();
  const { manifest, store, highlights, notes } = useOpenedBook();
  const draftName = `page-note.${manifest.book_id}`;
  const [writing, setWriting] = useState(useLeftDraft(draftName) !== null);
  const items = useMemo<Item[]>(
    () =>
      [
        ...highlights.items.map((item) => ({ kind: 'highlight' as const, item })),
        ...notes.items.map((item) => ({ kind: 'note' as const, item })),
      ].toSorted((a, b) => compareLocators(a.item.position, b.item.position)),
    [highlights.items, notes.items],
  );
  const page = ({ page: at, position }: Highlight | Note) => {
    if (isUnplaced(position))
      return position?.file_id ? t('In another file of the book') : t('Not found in the book');
    return at === null ? '' : t('Page {{page}}', { page: at });
  };
  const open = ({ position, page: at }: Highlight | Note) => {
    if (position) onOpen(position);
    else if (at) onOpen({ page: at });
  };
  return (
    <>
      {writing ? (
        <NoteEditor
          draftName={draftName}
          onCancel={() => setWriting(false)}
          onSave={(content) => {
            setWriting(false);
            return notes.add(content, store.getState().place);
          }}
        />
      ) : (
        <Row>
          <Button size="small" icon={<NotebookPen />} onClick={() => setWriting(true)}>
            {t('Note on this page')}
          </Button>
        </Row>
      )}
      {items.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title={t('Nothing marked yet')}
          message={t('Select words on the page and choose a color.')}
        />
      ) : (
        <PassageList label={t('Highlights & notes')}>
          {items.map(({ kind, item }) =>
            kind === 'highlight' ? (
              <PassageItem
                key={item.id}
                quote={item.text}
                thought={item.note}
                ink={highlightInk(item.color)}
                source={page(item)}
                onOpen={isUnplaced(item.position) ? null : () => open(item)}
                onDelete={() => highlights.remove(item.id)}
                deleteLabel={t('Delete highlight')}
              />
            ) : (
              <PassageItem
                key={item.id}
                title={item.title}
                thought={plainNote(item.content)}
                source={[t('Note'), page(item)].filter(Boolean).join(' · ')}
                onOpen={() => open(item)}
                onDelete={() => notes.remove(item.id)}
                deleteLabel={t('Delete note')}
              />
            ),
          )}
        </PassageList>
      )}
    </>
  );
}

const Row = styled.div`
  margin-block-end: ${space(4)};
`;

/** A note as plain text, without Markdown markup, for compact lists. */
export const plainNote = (markdown: string): string =>
  markdown
    .replaceAll(/^[ \t]*(?:#{1,6}|>)[ \t]+/gm, '')
    .replaceAll(/^([ \t]*)[-*+][ \t]+/gm, '$1• ')
    .replaceAll(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/g, '$1')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();

/** In characters. */
const maxNoteLength = 100_000;

interface NoteEditorProps {
  draftName: string;
  /** Resolves when the note is stored. */
  onSave: (content: string) => Promise<void>;
  onCancel: () => void;
}

/** Editor of a page note in the panel. */
export function NoteEditor({ draftName, onSave, onCancel }: NoteEditorProps) {
  const t = useTranslate();
  const draft = useDraft<{ content: string }>(draftName);
  const [content, setContent] = useState(draft.left?.content ?? '');
  const text = content.trim();
  const error = lengthError(t, text, maxNoteLength);
  return (
    <Form
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (text === '' || error) return;
        // The queue has it now: the draft must not be offered again, unless it could not be stored.
        draft.drop();
        const saving = onSave(text).catch((error: unknown) => {
          draft.keep({ content: text });
          throw error;
        });
        runInBackground(saving);
      }}
    >
      <TextField
        label={t('Note on this page')}
        multiline
        rows={4}
        error={error}
        value={content}
        onChange={(next) => {
          setContent(next);
          draft.keep({ content: next });
        }}
        autoFocus
      />
      <Stack direction="inline" justify="flex-end" gap={2}>
        <Button
          size="small"
          onClick={() => {
            draft.drop();
            onCancel();
          }}
        >
          {t('Cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={text === '' || error !== undefined}>
          {t('Save note')}
        </Button>
      </Stack>
    </Form>
  );
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  margin-block-end: ${space(6)};
`;
