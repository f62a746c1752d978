import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useLeftDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useCallback, useState } from 'react';
import { styled } from 'styled-components';
import { type HighlightTarget, useScrolledHighlight } from '../data/useHighlightTarget.ts';
import { EntryCard, type EntryCardProps } from './EntryCard.tsx';
import { draftNames, type EntryDraft, EntryEditor } from './EntryEditor.tsx';
import type { Entry } from './entries.ts';
import { useNoteActions } from './useNoteActions.ts';

/** Entries rendered per page. */
const step = 60;

const one = () => '';

interface EntryListProps {
  entries: readonly Entry[];
  /** Ids marked as new. */
  newIds: ReadonlySet<string>;
  /** Entry to scroll to, from the navigation. */
  target: HighlightTarget | null;
  onTag: (tag: string) => void;
  /** Whether all are of one book, which is named above them. */
  inBook?: boolean;
  /** Entries of one key follow each other, under one heading. */
  keyOf?: (entry: Entry) => string;
  headingOf?: (entry: Entry) => ReactNode;
}

/** List of entries, edited in place. */
export function EntryList(props: EntryListProps) {
  const { entries, newIds, target, onTag, inBook = false, keyOf = one, headingOf } = props;
  const t = useTranslate();
  const { remove } = useNoteActions();
  const [deleting, setDeleting] = useState<Entry | null>(null);
  const [shown, setShown] = useState(step);
  const targetIndex = entries.findIndex(({ id }) => id === target?.id);
  const count = Math.max(shown, targetIndex + 1);
  const marked = useScrolledHighlight(target, `entry-${target?.id}`, targetIndex >= 0);

  return (
    <>
      {[...Map.groupBy(entries.slice(0, count), keyOf)].map(([key, [first, ...others]]) =>
        first === undefined ? null : (
          <Group key={key}>
            {headingOf?.(first)}
            <List role="list" aria-label={t('Notes')}>
              {[first, ...others].map((entry) => (
                <li key={entry.id}>
                  <EditableEntry
                    entry={entry}
                    isNew={newIds.has(entry.id)}
                    highlighted={marked && entry.id === target?.id}
                    inBook={inBook}
                    onTag={onTag}
                    onDelete={setDeleting}
                  />
                </li>
              ))}
            </List>
          </Group>
        ),
      )}
      {entries.length > count ? (
        <More>
          <Button onClick={() => setShown(count + step)}>
            {t('Show {{count}} more', { count: Math.min(step, entries.length - count) })}
          </Button>
        </More>
      ) : null}
      {deleting ? (
        <ConfirmDialog
          onClose={() => setDeleting(null)}
          title={deleting.kind === 'note' ? t('Delete this note?') : t('Delete this highlight?')}
          description={t('It stays in the bin for 90 days.')}
          confirmLabel={t('Delete')}
          cancelLabel={t('Cancel')}
          onConfirm={() => runInBackground(remove(deleting).then((done) => done && setDeleting(null)))}
          danger
        />
      ) : null}
    </>
  );
}

/** An entry or its editor, which is open at once when it has a draft. */
function EditableEntry(props: Omit<EntryCardProps, 'onEdit'>) {
  const { entry } = props;
  const { update } = useNoteActions();
  const [editing, setEditing] = useState(useLeftDraft<EntryDraft>(draftNames.change(entry.id)) !== null);
  const edit = useCallback(() => setEditing(true), []);
  if (!editing) return <EntryCard {...props} onEdit={edit} />;
  return (
    <EntryEditor entry={entry} onSave={(fields) => update(entry, fields)} onClose={() => setEditing(false)} />
  );
}

const Group = styled.div`
  & + & { margin-block-start: ${space(10)}; }
`;

const List = styled.ul`
  display: grid;
  gap: ${space(8)};
`;

const More = styled.div`
  display: flex;
  justify-content: center;
  margin-block-start: ${space(8)};
`;
