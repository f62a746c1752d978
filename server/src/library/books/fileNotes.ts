import type { FileNote } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';

/** Stored in books.file_notes: the notes of the contract, and what has a field of its own there. */
type StoredNote = FileNote | { kind: 'unread' | 'unshown'; count: number };

export function fileNotesJson(
  notes: readonly FileNote[],
  { unread, unshown }: { unread?: number | undefined; unshown?: number | undefined },
): string | null {
  const stored: StoredNote[] = [
    ...notes,
    ...(unread ? [{ kind: 'unread' as const, count: unread }] : []),
    ...(unshown ? [{ kind: 'unshown' as const, count: unshown }] : []),
  ];
  return stored.length > 0 ? JSON.stringify(stored) : null;
}

/** As the API returns them. */
export function shownFileNotes(
  json: string | null,
): Pick<Book, 'file_notes' | 'unread_pages' | 'unshown_parts'> {
  const all: StoredNote[] = json === null ? [] : JSON.parse(json);
  const notes = all.filter((note): note is FileNote => note.kind !== 'unread' && note.kind !== 'unshown');
  const unread = all.find(({ kind }) => kind === 'unread');
  const unshown = all.find(({ kind }) => kind === 'unshown');
  return {
    ...(notes.length > 0 ? { file_notes: notes } : {}),
    ...(unread ? { unread_pages: unread.count } : {}),
    ...(unshown ? { unshown_parts: unshown.count } : {}),
  };
}
