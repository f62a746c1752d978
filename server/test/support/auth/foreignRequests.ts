import { randomUUID } from 'node:crypto';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import { oneMark } from '../annotations/marks.ts';
import { readingOf, wordFrom } from '../books.ts';
import type { LooseRequest } from '../client.ts';
import type { Belongings } from './belongings.ts';

const now = () => new Date().toISOString();

/** Every route with an id in its path, with the ids of another user and a valid body. */
export function requestsByPath(its: Belongings): Partial<Record<RouteKey, LooseRequest>> {
  const book = { params: { id: its.book } };
  const file = { params: { id: its.book, file: its.book } };
  const partRow = { params: { part: 'mf-lending', collection: 'loans', id: its.partRow } };
  const progress = { current_page: 1, total_pages: 2, percentage: 50, updated_at: now() };
  const shelf = { name: 'Theirs', description: null, color: null, icon: null, bookIds: [] };
  return {
    'GET /books/:id': book,
    'PATCH /books/:id': { ...book, body: { title: 'Eve was here' } },
    'PUT /books/:id/cover': { ...book, body: { image: 'AAAA' } },
    'DELETE /books/:id': book,
    'GET /books/:id/manifest': book,
    'GET /books/:id/progress': book,
    'GET /books/:id/places': book,
    'GET /books/:id/text': book,
    'PUT /books/:id/progress': { ...book, body: progress },
    'GET /books/:id/search': { ...book, query: { q: 'secret' } },
    'GET /books/:id/highlights': book,
    'POST /books/:id/perhaps-same': { ...book, body: { same: false } },
    'POST /books/:id/join': { ...book, body: { other: randomUUID() } },
    'GET /books/:id/files': book,
    'POST /books/:id/files/:file/read': file,
    'POST /books/:id/files/:file/separate': file,
    'DELETE /books/:id/files/:file': file,
    'POST /books/:id/highlights': { ...book, body: { text: 'x', color: 'yellow' } },
    'PUT /highlights/:id': { params: { id: its.highlight }, body: { color: 'blue' } },
    'DELETE /highlights/:id': { params: { id: its.highlight } },
    'GET /books/:id/bookmarks': book,
    'PUT /books/:id/bookmark': { ...book, body: { page: 1, updated_at: now() } },
    'DELETE /bookmarks/:id': { params: { id: its.bookmark } },
    'GET /books/:id/form': book,
    'PUT /books/:id/form': { ...book, body: { values: { name: 'Eve' }, updated_at: now() } },
    'POST /bin/:id/restore': { params: { id: its.entry }, body: {} },
    'DELETE /bin/:id': { params: { id: its.entry } },
    'GET /versions/:kind/:id': { params: { kind: 'note', id: its.note } },
    'GET /notes/:bookId': { params: { bookId: its.book } },
    'POST /notes/book/:bookId': { params: { bookId: its.book }, body: { content: 'x' } },
    'PUT /notes/:id': { params: { id: its.note }, body: { content: 'x' } },
    'DELETE /notes/:id': { params: { id: its.note } },
    'GET /folders/:id/files': { params: { id: its.folder } },
    'POST /folders/:id/gone': { params: { id: its.folder }, body: { books: 'bin' } },
    'DELETE /marks/imports/:id': { params: { id: its.markImport } },
    'PUT /words/:id': { params: { id: its.word }, body: wordFrom(its.book) },
    'DELETE /words/:id': { params: { id: its.word } },
    'PUT /collections/:id': { params: { id: its.collection }, body: shelf },
    'DELETE /collections/:id': { params: { id: its.collection } },
    'POST /api/reading/sessions/:id/end': { params: { id: its.session }, body: { end_page: 5 } },
    'PUT /readings/:id': { params: { id: its.reading }, body: readingOf(its.book) },
    'DELETE /readings/:id': { params: { id: its.reading } },
    'PUT /parts/:part/rows/:collection/:id': { ...partRow, body: { row: {}, created_at: now() } },
    'DELETE /parts/:part/rows/:collection/:id': partRow,
    'PATCH /reading/sessions/:id': { params: { id: its.session }, body: { seconds: 5 } },
    'DELETE /reading/sessions/:id': { params: { id: its.session } },
    'GET /reading/sessions/:id/changes': { params: { id: its.session } },
    'PUT /api/gamification/goals/:id': { params: { id: its.goal }, body: { progress: 5 } },
    'DELETE /api/gamification/goals/:id': { params: { id: its.goal } },
    'GET /mentor/conversations/:id': { params: { id: its.conversation } },
    'POST /mentor/conversations/:id/messages': {
      params: { id: its.conversation },
      body: { text: 'What did she ask?' },
    },
    'POST /mentor/conversations/:id/stream': {
      params: { id: its.conversation },
      body: { text: 'What did she ask?' },
    },
    'DELETE /mentor/conversations/:id': { params: { id: its.conversation } },
    'DELETE /auth/sessions/:id': { params: { id: its.device } },
    'PATCH /auth/passkeys/:id': { params: { id: its.passkey }, body: { name: 'Theirs' } },
    'DELETE /auth/passkeys/:id': { params: { id: its.passkey } },
    'DELETE /auth/app-passwords/:id': { params: { id: its.appPassword } },
    'POST /auth/send-addresses/:id/confirm': { params: { id: its.sendAddress }, body: { code: 'abcdefgh' } },
    'DELETE /auth/send-addresses/:id': { params: { id: its.sendAddress } },
    'POST /books/:id/send': { ...book, body: { address_id: its.sendAddress } },
    'GET /uploads/:id': { params: { id: its.upload } },
    'DELETE /uploads/:id': { params: { id: its.upload } },
  };
}

/** Routes with an id in their body. */
export function requestsByBody(its: Belongings): [RouteKey, LooseRequest][] {
  return [
    ['POST /notes', { body: { content: 'x', book_id: its.book } }],
    [
      'POST /reading/session',
      { body: { book_id: its.book, started_at: now(), ended_at: now(), seconds: 0 } },
    ],
    ['POST /api/reading/sessions/start', { body: { book_id: its.book, page: 1 } }],
    ['POST /marks/proof', { body: oneMark(its.book, 'urn:x') }],
    ['POST /marks/import', { body: oneMark(its.book, 'urn:x') }],
    ['POST /covers-enhanced/ensure', { body: { bookId: its.book } }],
  ];
}
