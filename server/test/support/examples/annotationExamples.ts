import { randomUUID } from 'node:crypto';
import type { annotationRoutes } from '@lectern/shared-contracts/api/annotations.ts';
import type { binRoutes } from '@lectern/shared-contracts/api/bin.ts';
import type { markRoutes } from '@lectern/shared-contracts/api/marks.ts';
import type { noteRoutes } from '@lectern/shared-contracts/api/notes.ts';
import type { dictionaryRoutes, wordRoutes } from '@lectern/shared-contracts/api/words.ts';
import { oneMark } from '../annotations/marks.ts';
import { wordFrom } from '../books.ts';
import { type ExampleContext, type Examples, plain } from './example.ts';

const now = () => new Date().toISOString();

/** Requests about what readers write and look up. */
export function annotationExamples({
  admin,
  bookId,
}: ExampleContext): Examples<
  typeof annotationRoutes &
    typeof binRoutes &
    typeof noteRoutes &
    typeof markRoutes &
    typeof wordRoutes &
    typeof dictionaryRoutes
> {
  const book = { params: { id: bookId } };
  const newNote = async () => (await admin.call('POST /notes', { body: { content: 'x' } })).id;
  const newHighlight = async () =>
    (await admin.call('POST /books/:id/highlights', { ...book, body: { text: 'x', color: 'yellow' } })).id;
  const newWord = async () =>
    (await admin.call('PUT /words/:id', { params: { id: randomUUID() }, body: wordFrom(bookId) })).id;
  const inBin = async () => {
    const id = await newNote();
    await admin.call('DELETE /notes/:id', { params: { id } });
    const { items } = await admin.call('GET /bin', {});
    return { params: { id: items.find((entry) => entry.thing_id === id)?.id ?? '' } };
  };
  return {
    'GET /highlights': plain(),
    'GET /books/:id/highlights': plain(book),
    'POST /books/:id/highlights': plain({ ...book, body: { text: 'x', color: 'yellow', note: 'so' } }),
    'PUT /highlights/:id': async () => ({ params: { id: await newHighlight() }, body: { color: 'blue' } }),
    'DELETE /highlights/:id': async () => ({ params: { id: await newHighlight() } }),
    'GET /books/:id/bookmarks': plain(book),
    'PUT /books/:id/bookmark': plain({ ...book, body: { page: 7, updated_at: now() } }),
    'DELETE /bookmarks/:id': async () => ({
      params: {
        id: (await admin.call('PUT /books/:id/bookmark', { ...book, body: { page: 3, updated_at: now() } }))
          .id,
      },
    }),
    'GET /notes': plain(),
    'GET /notes/:bookId': plain({ params: { bookId } }),
    'POST /notes/book/:bookId': plain({ params: { bookId }, body: { content: 'x', tags: ['sea'] } }),
    'POST /notes': plain({ body: { content: 'x' } }),
    'PUT /notes/:id': async () => ({ params: { id: await newNote() }, body: { content: 'y' } }),
    'DELETE /notes/:id': async () => ({ params: { id: await newNote() } }),
    'POST /notes/seen': plain(),
    'POST /marks/proof': plain({ body: oneMark(bookId, 'a') }),
    'POST /marks/import': plain({ body: oneMark(bookId, 'b') }),
    'GET /marks/imports': plain(),
    'DELETE /marks/imports/:id': async () => {
      const body = oneMark(bookId, randomUUID());
      const made = await admin.call('POST /marks/import', { body });
      return { params: { id: made.import?.id ?? '' } };
    },
    'GET /words': plain(),
    'PUT /words/:id': async () => ({ params: { id: randomUUID() }, body: wordFrom(bookId) }),
    'DELETE /words/:id': async () => ({ params: { id: await newWord() } }),
    'GET /bin': plain(),
    'POST /bin/:id/restore': async () => ({ ...(await inBin()), body: {} }),
    'DELETE /bin/:id': inBin,
    'DELETE /bin': plain({ query: { kind: 'goal' } }),
    'GET /versions/:kind/:id': async () => ({ params: { kind: 'note' as const, id: await newNote() } }),
    'GET /dictionaries': plain(),
  };
}
