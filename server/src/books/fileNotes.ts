import type { FileNote } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { UnreadPages } from '../ingest/ingestedBook.ts';

/** Stored in books.file_notes: the notes of the contract, and the pages that were not read. */
type StoredNote = FileNote | ({ kind: 'unread' } & UnreadPages);

export function fileNotesJson(notes: readonly FileNote[], unread: UnreadPages | null): string | null {
  const stored: StoredNote[] = [...notes, ...(unread ? [{ kind: 'unread' as const, ...unread }] : [])];
  return stored.length > 0 ? JSON.stringify(stored) : null;
}

const parse = (json: string | null): StoredNote[] => (json === null ? [] : JSON.parse(json));

export function unreadPagesIn(json: string | null): UnreadPages | null {
  return parse(json).find((note) => note.kind === 'unread') ?? null;
}

/** As the API returns them. */
export function shownFileNotes(json: string | null): Pick<Book, 'file_notes' | 'unread_pages'> {
  const notes = parse(json).filter((note): note is FileNote => note.kind !== 'unread');
  const unread = unreadPagesIn(json);
  return {
    ...(notes.length > 0 ? { file_notes: notes } : {}),
    ...(unread ? { unread_pages: unread.count } : {}),
  };
}
