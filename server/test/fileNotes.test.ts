import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNotesJson, shownFileNotes } from '../src/library/books/fileNotes.ts';

test('[P-04] a book says what of its file is not shown, and which pages cannot be searched', () => {
  const notes = [{ kind: 'scripts' as const, count: 3 }];
  assert.deepEqual(shownFileNotes(fileNotesJson(notes, { unread: 2, unshown: 1 })), {
    file_notes: notes,
    unread_pages: 2,
    unshown_parts: 1,
  });
  assert.deepEqual(shownFileNotes(fileNotesJson([], {})), {});
});
