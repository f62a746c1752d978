import type { Highlight } from '@lectern/shared-contracts/api/annotations.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { isUnplaced } from '@lectern/shared-contracts/domain/books/isUnplaced.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useLeftDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { highlightInk } from '@lectern/shared-ui/color/highlightColors.ts';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { NotebookPen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { NoteEditor } from '../annotations/NoteEditor.tsx';
import { compareLocators } from '../annotations/order.ts';
import { PassageItem, PassageList } from '../annotations/PassageList.tsx';
import { plainNote } from '../annotations/plainNote.ts';
import type { BookNotes } from '../annotations/useBookNotes.ts';
import type { Highlights } from '../annotations/useHighlights.ts';
import type { Place } from '../engine/renderer.ts';

export interface NotesTabProps {
  bookId: string;
  highlights: Highlights;
  notes: BookNotes;
  place: Place | null;
  onOpen: (position: Locator) => void;
}

type Item = { kind: 'highlight'; item: Highlight } | { kind: 'note'; item: Note };

/** Highlights and notes in reading order. */
export function NotesTab({ bookId, highlights, notes, place, onOpen }: NotesTabProps) {
  const t = useTranslate();
  const draftName = `page-note.${bookId}`;
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
    if (isUnplaced(position)) return t('Not found in the new file');
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
            return notes.add(content, place);
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
