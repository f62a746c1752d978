/** Every kind of write that a reader can queue, with the server's data before it and the expected data after it. */
import { randomUUID } from 'node:crypto';
import type { BuiltInActions } from '@lectern/shared-contracts/contract/syncActions.ts';
import sharp from 'sharp';

/** A reader with an account and two books. */
export interface Reader {
  token: string;
  bookId: string;
  otherBookId: string;
}

/** Kinds of writes of the shell and of the remotes. */
type Kind = keyof BuiltInActions | 'SET_COVER' | 'FILL_FORM';

export interface QueuedWrite {
  type: Kind;
  payload: unknown;
}

/** A reader's data on the server, as returned by its lists. */
export interface Library {
  notes: { id: string; content: string; title: string; book_id: string | null }[];
  highlights: { id: string; text: string; note: string | null; color: string }[];
  bookmarks: { id: string; page: number; label: string | null }[];
  books: { id: string; title: string; rating: number | null; cover_source: string }[];
  collections: { id: string; name: string; description: string | null; bookIds: string[] }[];
  goals: { id: string; title: string }[];
  sessions: { id: string; seconds: number; notes: string | null }[];
  settings: { celebrations: boolean };
  progress: { current_page: number };
  readings: { id: string }[];
  words: { id: string; word: string }[];
  rows: { id: string; row: { to: string; due?: string } }[];
  bin: { id: string; thing_id: string }[];
  form: Record<string, unknown>;
}

export interface Expectation {
  /** A description in a reader's words. */
  what: string;
  holds(library: Library): boolean;
}

export interface Plan {
  writes: readonly QueuedWrite[];
  expected: readonly Expectation[];
}

export type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** An API call as the reader, bypassing the proxy. */
export const caller =
  (origin: string, token: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };

const items = async <T>(call: Call, path: string): Promise<T[]> =>
  ((await call('GET', path)) as { items: T[] }).items;

/** Everything that the plan's expectations check. */
export async function readLibrary(call: Call, { bookId }: Reader): Promise<Library> {
  return {
    notes: await items(call, '/notes'),
    highlights: await items(call, '/highlights'),
    bookmarks: await items(call, `/books/${bookId}/bookmarks`),
    books: await items(call, '/books?limit=200&offset=0'),
    collections: await items(call, '/collections'),
    goals: await items(call, '/api/gamification/goals'),
    sessions: await items(call, '/reading/sessions?limit=100&offset=0'),
    settings: (await call('GET', '/api/gamification/settings')) as Library['settings'],
    progress: (await call('GET', `/books/${bookId}/progress`)) as Library['progress'],
    readings: await items(call, '/readings'),
    words: await items(call, '/words'),
    rows: await items(call, loans),
    bin: await items(call, '/bin'),
    form: ((await call('GET', `/books/${bookId}/form`)) as { values: Library['form'] }).values,
  };
}

/** Rows that a part keeps for the reader. */
const loans = '/parts/mf-lending/rows/loans';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const highlight = { color: 'yellow', page: 1, position: null };
const goal = { type: 'daily', unit: 'minutes', target: 10, deadline: null };
const lookedUp = { language: 'en', sentence: 'A line.', meaning: null, book_id: null, position: null };

/** A cover as the app sends it: JPEG in base64. */
const drawCover = async (): Promise<string> => {
  const picture = sharp({ create: { width: 60, height: 90, channels: 3, background: '#224' } });
  return (await picture.jpeg().toBuffer()).toString('base64');
};

/**
 * Creates on the server what will be changed and deleted, and plans one write of every kind.
 * @param clock milliseconds by which the device's clock is wrong, added to its timestamps
 */
export async function planWrites(call: Call, { bookId, otherBookId }: Reader, clock = 0): Promise<Plan> {
  const id = () => randomUUID();
  const [deleted, changed, made] = [id(), id(), id()];
  const [goneMark, marked, newMark] = [id(), id(), id()];
  const [gonePage, newPage] = [id(), id()];
  const [goneShelf, shelf, newShelf] = [id(), id(), id()];
  const [goneGoal, newGoal] = [id(), id()];
  const [goneSession, changedSession, session, byHand] = [id(), id(), id(), id()];
  const [goneReading, newReading] = [id(), id()];
  const [goneWord, newWord] = [id(), id()];
  const [goneRow, changedRow, newRow] = [id(), id(), id()];
  const [restored, goneForGood, emptied] = [id(), id(), id()];
  const now = new Date().toISOString();
  const device = (minutes: number) => new Date(Date.now() + clock - minutes * 60_000).toISOString();
  const recorded = { book_id: bookId, seconds: 600, started_at: minutesAgo(300), ended_at: minutesAgo(290) };

  await call('POST', '/notes', { id: deleted, content: 'To be deleted', book_id: null });
  await call('POST', '/notes', { id: changed, content: 'Before', book_id: bookId });
  await call('POST', `/books/${bookId}/highlights`, {
    id: goneMark,
    text: 'A line to be unmarked',
    ...highlight,
  });
  await call('POST', `/books/${bookId}/highlights`, { id: marked, text: 'A line', note: null, ...highlight });
  await call('PUT', `/books/${bookId}/bookmark`, { id: gonePage, page: 1, updated_at: now });
  const collection = { description: null, color: null, icon: null, bookIds: [] };
  await call('PUT', `/collections/${goneShelf}`, { name: 'To be deleted', ...collection });
  await call('PUT', `/collections/${shelf}`, { name: 'Evenings', ...collection });
  await call('POST', '/api/gamification/goals', { id: goneGoal, title: 'To be deleted', ...goal });
  const past = { book_id: bookId, finished_at: minutesAgo(9_000), outcome: 'finished', rating: 4 };
  await call('PUT', `/readings/${goneReading}`, { started_at: null, ...past });
  const word = { ...lookedUp, created_at: now };
  await call('PUT', `/words/${goneWord}`, { word: 'forgotten', headword: 'forget', ...word });
  for (const one of [goneRow, changedRow])
    await call('PUT', `${loans}/${one}`, { row: { to: 'Ann', due: 'May' }, created_at: now });
  for (const one of [restored, goneForGood]) {
    await call('POST', '/notes', { id: one, content: `Deleted before the outage ${one}`, book_id: null });
    await call('DELETE', `/notes/${one}`);
  }
  await call('PUT', `/words/${emptied}`, { word: 'emptied', headword: 'empty', ...word });
  await call('DELETE', `/words/${emptied}`);
  const bin = await items<{ id: string; thing_id: string; deleted_at: string }>(call, '/bin');
  const entryOf = (thing: string) => bin.find(({ thing_id }) => thing_id === thing);
  await call('POST', '/reading/session', { id: goneSession, ...recorded });
  await call('POST', '/reading/session', {
    id: changedSession,
    ...recorded,
    started_at: minutesAgo(200),
    ended_at: minutesAgo(190),
  });

  const loan = { part: 'mf-lending', collection: 'loans' };
  const finished = { bookId, bookTitle: 'A Small Book of Lines', pagesRead: 2, time_zone: 'UTC' };
  /** A missing kind is a type error. */
  const payloads: Record<Kind, readonly object[]> = {
    CREATE_NOTE: [{ id: made, bookId, content: 'Written in the outage', created_at: device(0) }],
    UPDATE_NOTE: [{ id: changed, bookId, content: 'After' }],
    DELETE_NOTE: [{ id: deleted, bookId: null }],
    CREATE_HIGHLIGHT: [
      {
        id: newMark,
        bookId,
        text: 'A line marked in the outage',
        note: 'A thought',
        created_at: device(0),
        ...highlight,
      },
    ],
    UPDATE_HIGHLIGHT: [{ id: marked, bookId, note: 'A later thought' }],
    DELETE_HIGHLIGHT: [{ id: goneMark, bookId }],
    UPDATE_BOOKMARK: [{ id: newPage, bookId, page: 2, position: null, label: 'Here', updated_at: device(0) }],
    DELETE_BOOKMARK: [{ id: gonePage, bookId, page: 1 }],
    UPDATE_BOOK: [{ bookId, changes: { rating: 4 } }],
    DELETE_BOOK: [{ bookId: otherBookId }],
    SAVE_COLLECTION: [
      { id: newShelf, name: 'Made in the outage', ...collection },
      { id: shelf, name: 'Evenings', ...collection, bookIds: [bookId] },
    ],
    DELETE_COLLECTION: [{ id: goneShelf }],
    SAVE_READING: [{ id: newReading, started_at: minutesAgo(10_000), ...past }],
    DELETE_READING: [{ id: goneReading }],
    CREATE_GOAL: [{ id: newGoal, title: 'Set in the outage', ...goal, created_at: device(0) }],
    DELETE_GOAL: [{ id: goneGoal }],
    SAVE_GAMIFICATION_SETTINGS: [{ celebrations: false }],
    UPDATE_PROGRESS: [
      {
        bookId,
        current_page: 3,
        total_pages: 9,
        percentage: 33,
        updated_at: device(0),
        position: null,
      },
    ],
    SESSION_START: [{ id: session, bookId, page: 1, started_at: device(40), time_zone: 'UTC' }],
    SESSION_END: [
      {
        id: session,
        ...finished,
        started_at: device(40),
        ended_at: device(10),
        seconds: 1_800,
        notes: 'Words of a session',
      },
    ],
    RECORD_SESSION: [
      {
        id: byHand,
        ...finished,
        started_at: device(130),
        ended_at: device(110),
        seconds: 1_200,
        notes: 'By hand',
        byHand: true,
      },
    ],
    EDIT_SESSION: [{ id: changedSession, bookId, changes: { notes: 'Put right' } }],
    DELETE_SESSION: [{ id: goneSession, bookId }],
    GAMIFICATION_ACTION: [{ id: id(), action: 'daily_login', data: {}, timestamp: device(0) }],
    SAVE_WORD: [{ id: newWord, word: 'lines', headword: 'line', ...lookedUp, created_at: device(0) }],
    DELETE_WORD: [{ id: goneWord }],
    PUT_PART_ROW: [
      { ...loan, id: newRow, row: { to: 'Ben' }, created_at: device(0) },
      { ...loan, id: changedRow, row: { to: 'Ann', due: 'June' }, created_at: device(0), basis: { due: [] } },
    ],
    DELETE_PART_ROW: [{ ...loan, id: goneRow }],
    RESTORE_FROM_BIN: [{ ...entryOf(restored) }],
    DELETE_FROM_BIN: [{ id: entryOf(goneForGood)?.id, thing_id: goneForGood }],
    EMPTY_BIN: [{ kind: 'word', until: entryOf(emptied)?.deleted_at }],
    SET_COVER: [{ bookId, image: await drawCover() }],
    FILL_FORM: [{ bookId, values: { name: 'Ada' }, updated_at: device(0) }],
  };
  const writes = Object.entries(payloads).flatMap(([type, all]) =>
    all.map((payload): QueuedWrite => ({ type: type as Kind, payload })),
  );

  const one = <T>(list: readonly T[], is: (item: T) => boolean) => list.filter(is).length === 1;
  const expected: Expectation[] = [
    {
      what: 'a new note, once',
      holds: ({ notes }) => one(notes, (n) => n.content === 'Written in the outage'),
    },
    {
      what: 'a changed note',
      holds: ({ notes }) => one(notes, (n) => n.id === changed && n.content === 'After'),
    },
    { what: 'a deleted note', holds: ({ notes }) => notes.every((n) => n.id !== deleted) },
    {
      what: 'a new highlight with its thought, once',
      holds: ({ highlights }) =>
        one(highlights, (h) => h.text === 'A line marked in the outage' && h.note === 'A thought'),
    },
    {
      what: 'a thought on a highlight',
      holds: ({ highlights }) => one(highlights, (h) => h.id === marked && h.note === 'A later thought'),
    },
    { what: 'a deleted highlight', holds: ({ highlights }) => highlights.every((h) => h.id !== goneMark) },
    {
      what: 'a new bookmark, once',
      holds: ({ bookmarks }) => one(bookmarks, (b) => b.page === 2 && b.label === 'Here'),
    },
    { what: 'a deleted bookmark', holds: ({ bookmarks }) => bookmarks.every((b) => b.page !== 1) },
    { what: 'a reading, once', holds: ({ readings }) => one(readings, (r) => r.id === newReading) },
    { what: 'a deleted reading', holds: ({ readings }) => readings.every((r) => r.id !== goneReading) },
    { what: 'a word, once', holds: ({ words }) => one(words, (w) => w.id === newWord) },
    { what: 'a deleted word', holds: ({ words }) => words.every((w) => w.id !== goneWord) },
    { what: 'a row of a part, once', holds: ({ rows }) => one(rows, (r) => r.id === newRow) },
    {
      what: 'a changed row of a part',
      holds: ({ rows }) => one(rows, (r) => r.id === changedRow && r.row.due === 'June'),
    },
    { what: 'a deleted row of a part', holds: ({ rows }) => rows.every((r) => r.id !== goneRow) },
    {
      what: 'a restored note, once',
      holds: ({ notes, bin }) =>
        one(notes, (n) => n.id === restored) && bin.every((entry) => entry.thing_id !== restored),
    },
    {
      what: 'what was deleted for good, in no list and not in the bin',
      holds: ({ notes, words, bin }) =>
        [...notes, ...words].every((n) => n.id !== goneForGood && n.id !== emptied) &&
        bin.every((entry) => entry.thing_id !== goneForGood && entry.thing_id !== emptied),
    },
    {
      what: 'a cover, sent by the library',
      holds: ({ books }) => one(books, (b) => b.id === bookId && b.cover_source === 'file'),
    },
    { what: 'a filled-in field, sent by the reader', holds: ({ form }) => form.name === 'Ada' },
    { what: 'a rating', holds: ({ books }) => one(books, (b) => b.id === bookId && b.rating === 4) },
    { what: 'a deleted book', holds: ({ books }) => books.every((b) => b.id !== otherBookId) },
    {
      what: 'a new collection, once',
      holds: ({ collections }) => one(collections, (c) => c.name === 'Made in the outage'),
    },
    {
      what: 'a book in a collection',
      holds: ({ collections }) => one(collections, (c) => c.id === shelf && c.bookIds.join() === bookId),
    },
    {
      what: 'a deleted collection',
      holds: ({ collections }) => collections.every((c) => c.id !== goneShelf),
    },
    { what: 'a new goal, once', holds: ({ goals }) => one(goals, (g) => g.title === 'Set in the outage') },
    { what: 'a deleted goal', holds: ({ goals }) => goals.every((g) => g.id !== goneGoal) },
    { what: 'a setting', holds: ({ settings }) => settings.celebrations === false },
    { what: 'the place in the book', holds: ({ progress }) => progress.current_page === 3 },
    {
      what: 'a session with its 1,800 s and its words, once',
      holds: ({ sessions }) => one(sessions, (s) => s.notes === 'Words of a session' && s.seconds === 1_800),
    },
    {
      what: 'a session by hand with its 1,200 s, once',
      holds: ({ sessions }) => one(sessions, (s) => s.notes === 'By hand' && s.seconds === 1_200),
    },
    {
      what: 'a corrected session',
      holds: ({ sessions }) => one(sessions, (s) => s.id === changedSession && s.notes === 'Put right'),
    },
    { what: 'a deleted session', holds: ({ sessions }) => sessions.every((s) => s.id !== goneSession) },
  ];
  return { writes, expected };
}

/** Texts that exist more than once although they were written once. */
export function doubledTexts(library: Library): string[] {
  const texts = [
    ...library.notes.map((n) => `note ${n.content}`),
    ...library.highlights.map((h) => `highlight ${h.text}`),
    ...library.collections.map((c) => `collection ${c.name}`),
    ...library.goals.map((g) => `goal ${g.title}`),
    ...library.bookmarks.map((b) => `bookmark ${b.page}`),
    ...library.sessions.map((s) => `session ${s.notes ?? s.id}`),
  ];
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}
