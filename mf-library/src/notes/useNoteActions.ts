import { basisOf, textStamp, thoughtStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { memberChanges } from '@lectern/shared-contracts/domain/changes/members.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { isHighlightColor } from '@lectern/shared-ui/color/highlightColors.ts';
import { useMemo } from 'react';
import type { Entry } from './entries.ts';

/** Values of the entry form. */
export interface EntryFields {
  bookId: string | null;
  title: string;
  thought: string;
  tags: string[];
  page: number | null;
  color: string | null;
}

/** What the form changes: another device may have changed the rest since editing began. */
export interface EntryChange extends EntryFields {
  /** Stamp of the text when editing began. */
  seen?: string;
  /** The other values when editing began. */
  before?: { tags: readonly string[]; page: number | null; color: string | null };
}

/** Stamps of the shown text: changes made elsewhere since are not overwritten. */
export const stampOf = ({ kind, title, thought }: Entry): string =>
  kind === 'highlight' ? thoughtStamp(thought) : textStamp({ title, content: thought });

/** Creates, edits and deletes entries; each resolves to whether it was queued. */
export function useNoteActions() {
  const enqueue = useEnqueue();
  return useMemo(
    () => ({
      create: ({ bookId, title, thought, tags, page, color }: EntryFields, type = 'note') =>
        enqueue(
          'CREATE_NOTE',
          {
            id: crypto.randomUUID(),
            bookId,
            title,
            content: thought,
            type,
            page,
            position: page === null ? null : { page },
            color,
            tags,
            created_at: new Date().toISOString(),
          },
          text('Failed to create note'),
        ),
      async update(
        entry: Entry,
        { title, thought, tags, page, color, seen = stampOf(entry), before = entry }: EntryChange,
      ): Promise<boolean> {
        if (entry.kind === 'highlight' && entry.bookId !== null) {
          const changes = {
            ...(thoughtStamp(thought) === seen ? {} : { note: thought || null, replaces: [seen] }),
            ...(isHighlightColor(color) && color !== before.color
              ? { color, basis: basisOf(before, { color }) }
              : {}),
          };
          if (Object.keys(changes).length === 0) return true;
          return enqueue(
            'UPDATE_HIGHLIGHT',
            { id: entry.id, bookId: entry.bookId, ...changes },
            text('Failed to update note'),
          );
        }
        const tagChanges = memberChanges(before.tags, tags);
        const values = {
          ...(page === before.page ? {} : { page }),
          ...(color === before.color ? {} : { color }),
        };
        const changes = {
          ...(textStamp({ title, content: thought }) === seen
            ? {}
            : { title, content: thought, replaces: [seen] }),
          ...(tagChanges.added.length + tagChanges.removed.length === 0 ? {} : { tags, tagChanges }),
          ...(Object.keys(values).length === 0 ? {} : { ...values, basis: basisOf(before, values) }),
        };
        if (Object.keys(changes).length === 0) return true;
        return enqueue(
          'UPDATE_NOTE',
          { id: entry.id, bookId: entry.bookId, ...changes },
          text('Failed to update note'),
        );
      },
      remove(entry: Entry): Promise<boolean> {
        const { id, kind, bookId } = entry;
        const seen = [stampOf(entry)];
        return kind === 'highlight' && bookId !== null
          ? enqueue('DELETE_HIGHLIGHT', { id, bookId, seen }, text('Failed to delete note'))
          : enqueue('DELETE_NOTE', { id, bookId, seen }, text('Failed to delete note'));
      },
    }),
    [enqueue],
  );
}
