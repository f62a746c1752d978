import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import type { WriteKey } from '@lectern/shared-contracts/api/routes.ts';

/** Writes to the account, a session or the installation, which pages need not hear of. */
type QuietWrite = Exclude<
  Extract<WriteKey, `${string} /auth/${string}` | `${string} /admin/${string}`>,
  'PUT /auth/profile'
>;

const nothing: readonly ChangeArea[] = [];
const ofBook = ['places', 'highlights', 'bookmarks', 'notes', 'collections', 'sessions', 'words'] as const;
const wholeBook: readonly ChangeArea[] = ['books', ...ofBook];

/** The areas that each write may change. The type requires an entry for every other write. */
const changedBy: Record<Exclude<WriteKey, QuietWrite>, readonly ChangeArea[]> = {
  'PATCH /books/:id': ['books', 'notes'],
  'DELETE /books/:id': wholeBook,
  'POST /books/:id/perhaps-same': wholeBook,
  'POST /books/:id/join': wholeBook,
  // Their jobs report what they change.
  'POST /books/:id/files/:file/read': nothing,
  'POST /books/:id/files/:file/separate': nothing,
  'DELETE /books/:id/files/:file': ['books', 'highlights', 'notes', 'words', 'bin'],
  'PUT /books/:id/cover': ['books'],
  'POST /books/import': ['books'],
  'POST /books/tags': ['books', 'collections'],
  'POST /covers-enhanced/ensure': ['books'],
  'POST /guide': ['books'],
  'PUT /books/:id/progress': ['places', 'gamification'],
  'POST /books/:id/highlights': ['highlights'],
  'PUT /highlights/:id': ['highlights', 'notes'],
  'DELETE /highlights/:id': ['highlights'],
  'PUT /books/:id/bookmark': ['bookmarks'],
  'DELETE /bookmarks/:id': ['bookmarks'],
  'PUT /books/:id/form': ['forms'],
  'POST /notes': ['notes'],
  'POST /notes/book/:bookId': ['notes'],
  'PUT /notes/:id': ['notes'],
  'DELETE /notes/:id': ['notes'],
  'POST /notes/seen': ['notes'],
  'POST /folders/:id/gone': [...wholeBook, 'bin'],
  'POST /marks/proof': nothing,
  'POST /marks/import': ['highlights', 'notes', 'bookmarks'],
  'DELETE /marks/imports/:id': ['highlights', 'notes', 'bookmarks'],
  'PUT /collections/:id': ['collections', 'notes'],
  'DELETE /collections/:id': ['collections'],
  'POST /reading/session': ['sessions', 'gamification'],
  'POST /api/reading/sessions/start': ['sessions'],
  'POST /api/reading/sessions/:id/end': ['sessions', 'gamification'],
  'PATCH /reading/sessions/:id': ['sessions', 'gamification', 'notes'],
  'DELETE /reading/sessions/:id': ['sessions', 'gamification'],
  'PUT /readings/:id': ['sessions', 'gamification'],
  'DELETE /readings/:id': ['sessions', 'gamification'],
  'PUT /api/gamification/settings': ['gamification'],
  'POST /api/gamification/actions': ['gamification'],
  'POST /api/gamification/goals': ['gamification'],
  'PUT /api/gamification/goals/:id': ['gamification'],
  'DELETE /api/gamification/goals/:id': ['gamification'],
  'PUT /auth/profile': ['profile'],
  'POST /mentor/conversations/:id/messages': ['mentor'],
  'POST /mentor/conversations/:id/stream': ['mentor'],
  'DELETE /mentor/conversations/:id': ['mentor'],
  'PUT /words/:id': ['words'],
  'DELETE /words/:id': ['words'],
  'PUT /parts/:part/rows/:collection/:id': ['parts'],
  'DELETE /parts/:part/rows/:collection/:id': ['parts'],
  'POST /bin/:id/restore': [...wholeBook, 'bin', 'gamification', 'mentor', 'forms', 'parts'],
  'DELETE /bin/:id': ['bin'],
  'DELETE /bin': ['bin'],
  'POST /mentor/translations': nothing,
  'POST /parts/:part/backend/*': nothing,
  'PUT /parts/:part/backend/*': nothing,
  'DELETE /parts/:part/backend/*': nothing,

  // The book is reported when it has been ingested (intake/jobs/storeBook.ts).
  'DELETE /uploads/:id': nothing,
  'POST /books/:id/send': nothing,
  'POST /online-metadata': nothing,
  'POST /online-metadata/cover': nothing,
  'POST /export': nothing,
  'POST /reports': nothing,
  'POST /vitals': nothing,
  'POST /contact': nothing,
  'POST /remote-loads': nothing,
};

export const areasChangedBy = (key: WriteKey): readonly ChangeArea[] =>
  (changedBy as Partial<Record<WriteKey, readonly ChangeArea[]>>)[key] ?? nothing;
