import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useLeftDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Compass } from '@lectern/shared-ui/illustrations/Compass.tsx';
import { Quill } from '@lectern/shared-ui/illustrations/Quill.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { PenLine } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { ReadFailed } from '../data/ReadFailed.tsx';
import { useHighlightTarget } from '../data/useHighlightTarget.ts';
import { EntryEditor } from './EntryEditor.tsx';
import { EntryHeading } from './EntryHeading.tsx';
import { EntryList } from './EntryList.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import type { Entry } from './entries.ts';
import { draftNames, type EntryDraft } from './entryDraft.ts';
import { type EntryOrder, groupOf, orderEntries, orderLabels } from './entryOrder.ts';
import { countBy, type EntryFilter, filterEntries, noFilter } from './filterEntries.ts';
import { NoteFilters } from './NoteFilters.tsx';
import { useNoteActions } from './useNoteActions.ts';
import { useNotes } from './useNotes.ts';
import { useSeenNotes } from './useSeenNotes.ts';

/** Every note and highlight of every book. */
export function NotesView({ books }: { books: readonly Book[] }) {
  const t = useTranslate();
  const { status, entries, failed } = useNotes(books);
  const { create } = useNoteActions();
  const newIds = useSeenNotes(entries);
  const target = useHighlightTarget();
  const [filter, setFilter] = useState<EntryFilter>(noFilter);
  const [writing, setWriting] = useState(useLeftDraft<EntryDraft>(draftNames.create(null)) !== null);
  // Filters are reset when the navigation names an entry.
  useEffect(() => {
    if (target !== null) setFilter(noFilter);
  }, [target]);
  const [order, setOrder] = useState<EntryOrder>('newest');
  const shown = useMemo(() => orderEntries(filterEntries(entries, filter), order), [entries, filter, order]);
  const keyOf = useCallback((entry: Entry) => groupOf(entry, order), [order]);
  const countOf = useMemo(() => countBy(shown.map(keyOf)), [shown, keyOf]);
  const byTag = useCallback((tag: string) => setFilter((before) => ({ ...before, tag })), []);

  if (failed) return <ReadFailed error={failed.error} read={failed.read} />;
  if (status === 'loading') {
    return (
      <Stack gap={8} role="status" aria-label={t('Loading your notes…')}>
        <Skeleton shape="paragraph" />
        <Skeleton shape="paragraph" lines={2} />
        <Skeleton shape="paragraph" />
      </Stack>
    );
  }
  const write = (
    <Button
      variant={entries.length === 0 ? 'primary' : 'secondary'}
      icon={<PenLine />}
      onClick={() => setWriting(true)}
    >
      {t('Write a note')}
    </Button>
  );
  const editor = writing ? (
    <EntryEditor
      books={books}
      bookId={filter.bookId}
      onSave={(fields) => create(fields)}
      onClose={() => setWriting(false)}
    />
  ) : null;
  if (entries.length === 0) {
    return (
      editor ?? (
        <EmptyState
          illustration={<Quill />}
          title={t('No notes yet')}
          message={t('Everything you highlight and write while reading, in all your books, appears here.')}
          action={write}
        />
      )
    );
  }
  return (
    <Columns>
      <NoteFilters entries={entries} filter={filter} onFilter={setFilter} />
      <div>
        <Bar>
          <p role="status">{t('{{count}} entries', { count: shown.length })}</p>
          <Select
            label={t('Sort by')}
            hideLabel
            value={order}
            onChange={(value) => setOrder(value as EntryOrder)}
            options={Object.entries(orderLabels).map(([value, label]) => ({ value, label: t(label) }))}
          />
          <Stack direction="inline" gap={3}>
            {writing ? null : write}
            <ExportMenu entries={shown} />
          </Stack>
        </Bar>
        <Stack gap={8}>
          {editor}
          {shown.length === 0 ? (
            <EmptyState
              illustration={<Compass />}
              headingLevel={3}
              title={t('No note matches')}
              action={<Button onClick={() => setFilter(noFilter)}>{t('Show all notes')}</Button>}
            />
          ) : (
            <EntryList
              key={order}
              entries={shown}
              newIds={newIds}
              target={target}
              onTag={byTag}
              inBook={order === 'book'}
              keyOf={keyOf}
              headingOf={(entry) => (
                <EntryHeading
                  entry={entry}
                  count={countOf.get(keyOf(entry)) ?? 0}
                  byBook={order === 'book'}
                  books={books}
                />
              )}
            />
          )}
        </Stack>
      </div>
    </Columns>
  );
}

const Columns = styled.div`
  display: grid;
  gap: ${space(8)};
  & > * { min-inline-size: 0; }
  @media ${media.wide} {
    grid-template-columns: minmax(0, 1fr) 17rem;
    gap: ${space(16)};
    & > :first-child {
      order: 1;
      position: sticky;
      inset-block-start: ${space(24)};
      align-self: start;
    }
  }
`;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  margin-block-end: ${space(6)};
  & > p { color: ${color.textMuted}; font-size: ${type.small}; }
`;
