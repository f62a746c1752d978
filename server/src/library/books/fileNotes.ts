import type { FileNote } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { UnreadPages } from '../../intake/ingest/ingestedBook.ts';

/** Stored in books.file_notes: the notes of the contract, and what has a field of its own there. */
type StoredNote = FileNote | ({ kind: 'unread' } & UnreadPages) | { kind: 'unshown'; count: number };

export function fileNotesJson(
  notes: readonly FileNote[],
  { unread, unshown }: { unread?: UnreadPages | null | undefined; unshown?: number | undefined },
): string | null {
  const stored: StoredNote[] = [
    ...notes,
    ...(unread ? [{ kind: 'unread' as const, ...unread }] : []),
    ...(unshown ? [{ kind: 'unshown' as const, count: unshown }] : []),
  ];
  return stored.length > 0 ? JSON.stringify(stored) : null;
}

const parse = (json: string | null): StoredNote[] => (json === null ? [] : JSON.parse(json));

export function unreadPagesIn(json: string | null): UnreadPages | null {
  return parse(json).find((note) => note.kind === 'unread') ?? null;
}

/** As the API returns them. */
export function shownFileNotes(
  json: string | null,
): Pick<Book, 'file_notes' | 'unread_pages' | 'unshown_parts'> {
  const all = parse(json);
  const notes = all.filter((note): note is FileNote => note.kind !== 'unread' && note.kind !== 'unshown');
  const unread = unreadPagesIn(json);
  const unshown = all.find(({ kind }) => kind === 'unshown');
  return {
    ...(notes.length > 0 ? { file_notes: notes } : {}),
    ...(unread ? { unread_pages: unread.count } : {}),
    ...(unshown ? { unshown_parts: unshown.count } : {}),
  };
}
