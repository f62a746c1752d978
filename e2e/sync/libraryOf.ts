/** A person's library as a page shows it, and as the server has it, in the shape of the model. */
import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import { buildRequest } from '../../shell/src/api/buildRequest.ts';
import type { Library } from './model.ts';
import type { Person } from './server.ts';
import type { Tab } from './tab.ts';

type Read = <K extends ReadKey>(key: K, request: CallRequest<K>) => CallResponse<K> | null;

/** Null while any of it is not known. */
export function shownLibrary(tab: Tab, person: Person): Library | null {
  return libraryOf((key, request) => tab.shown(key, request), person);
}

/** Asked for by itself, past all that is under test. */
export async function storedLibrary(root: string, person: Person): Promise<Library | null> {
  const answers = new Map<ReadKey, unknown>();
  const headers = { authorization: `Bearer ${person.token}` };
  const wanted: { key: ReadKey; request: CallRequest<ReadKey> }[] = [];
  libraryOf((key, request) => {
    wanted.push({ key, request: request as unknown as CallRequest<ReadKey> });
    return null;
  }, person);
  await Promise.all(
    wanted.map(async ({ key, request }) => {
      const answer = await fetch(`${root}${buildRequest(key, request).path}`, { headers });
      if (!answer.ok) throw new Error(`${key} answered ${answer.status}`);
      answers.set(key, await answer.json());
    }),
  );
  return libraryOf((key) => (answers.get(key) ?? null) as never, person, true);
}

/** @param complete what is missing is empty */
function libraryOf(read: Read, { bookId: id, otherBookId }: Person, complete = false): Library | null {
  const book = { params: { id } };
  const notes = read('GET /notes', {});
  const highlights = read('GET /books/:id/highlights', book);
  const bookmarks = read('GET /books/:id/bookmarks', book);
  const progress = read('GET /books/:id/progress', book);
  const shelves = read('GET /collections', {});
  const books = read('GET /books', { query: { limit: 200 } });
  const sessions = read('GET /reading/sessions', { query: { limit: 30 } });
  if (!complete && !(notes && highlights && bookmarks && shelves && books && sessions)) return null;
  return {
    notes: Object.fromEntries(notes?.items.map((note) => [note.id, note.content]) ?? []),
    highlights: Object.fromEntries(highlights?.items.map((one) => [one.id, one.color]) ?? []),
    bookmarks: Object.fromEntries(bookmarks?.items.map((one) => [one.page, one.id]) ?? []),
    page: progress?.current_page ?? null,
    shelves: Object.fromEntries(shelves?.items.map((shelf) => [shelf.id, shelf.name]) ?? []),
    // The other device's changes are shown here once the list is fetched again: compared on the server only.
    otherBookOn: complete
      ? (shelves?.items.filter((shelf) => shelf.bookIds.includes(otherBookId)).map((shelf) => shelf.id) ?? [])
      : [],
    rating: books?.items.find((one) => one.id === id)?.rating ?? null,
    sessions: sessions?.items.map((session) => `${session.id} ${session.seconds}`).sort() ?? [],
  };
}
