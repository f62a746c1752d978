import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { textStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { useStoredText } from '@lectern/shared-contracts/react/useStoredText.ts';
import { detailFields } from '../bookDetails.ts';

const fieldNames: Record<string, string> = {
  ...Object.fromEntries(detailFields.map(({ field, label }) => [field, label])),
  name: text('Name'),
};

/**
 * A conflict: both versions and its possible resolutions.
 * @param other the note that keeps the other version
 */
export function useOtherVersion(other: Note) {
  const enqueue = useEnqueue();
  const kind = other.twin_kind ?? 'note';
  const field = kind === 'note' ? 'content' : kind === 'highlight' ? 'note' : (other.twin_field ?? '');
  const { loading, value, put } = useStoredText(kind, other.twin_of ?? '');
  const isNote = kind === 'note';

  const drop = () =>
    enqueue(
      'DELETE_NOTE',
      { id: other.id, bookId: other.book_id, seen: [textStamp(other)] },
      text('Failed to delete note'),
    );
  const current = value === null ? '' : (value as unknown as Record<string, unknown>)[field];
  return {
    /** The field as a text key; null for a note as a whole. */
    field: isNote ? null : (fieldNames[field] ?? null),
    /** Whether the current version is still loading. */
    loading,
    /** The current version; null when the item was deleted, or is not shown anywhere. */
    current:
      value === null
        ? null
        : { title: isNote && 'title' in value ? value.title : '', text: String(current ?? '') },
    other: { title: isNote ? other.title : '', text: other.content },
    keepThis: drop,
    keepOther: async () =>
      (await put(isNote ? { title: other.title, content: other.content } : { [field]: other.content })) &&
      drop(),
    keepBoth: () =>
      enqueue(
        'UPDATE_NOTE',
        { id: other.id, bookId: other.book_id, twin_of: null },
        text('Failed to update note'),
      ),
  };
}
