/** A person's library as pages show it, in the form of the model. */
import type { Library, Person } from './person.ts';
import type { Tab } from './tab.ts';

/** Null until all of it is loaded. */
export function shownLibrary(tab: Tab, { bookId: id }: Person): Library | null {
  const book = { params: { id } };
  const notes = tab.shown('GET /notes', {});
  const highlights = tab.shown('GET /books/:id/highlights', book);
  const bookmarks = tab.shown('GET /books/:id/bookmarks', book);
  const progress = tab.shown('GET /books/:id/progress', book);
  const shelves = tab.shown('GET /collections', {});
  const books = tab.shown('GET /books', { query: { limit: 200 } });
  const sessions = tab.shown('GET /reading/sessions', { query: { limit: 30 } });
  if (!(notes && highlights && bookmarks && shelves && books && sessions)) return null;
  return {
    notes: Object.fromEntries(notes.items.map((note) => [note.id, note.content])),
    highlights: Object.fromEntries(highlights.items.map((one) => [one.id, one.color])),
    bookmarks: Object.fromEntries(bookmarks.items.map((one) => [one.page, one.id])),
    page: progress?.current_page ?? null,
    shelves: Object.fromEntries(shelves.items.map((shelf) => [shelf.id, shelf.name])),
    // Changes of the other device show only after the list is fetched again, so they are compared on the server.
    otherBookOn: [],
    rating: books.items.find((one) => one.id === id)?.rating ?? null,
    sessions: sessions.items.map((session) => `${session.id} ${session.seconds}`).sort(),
  };
}
