import type { BinEntry } from '../api/bin.ts';
import type { Book } from '../api/books.ts';
import { type CallRequest, type CallResponse, type ReadKey, routes } from '../api/routes.ts';
import type { BuiltInActions } from '../contract/syncActions.ts';
import { applyOptimistic, callOf } from './anyAction.ts';
import { builtInActions } from './builtInActions.ts';

const typeOf = (name: string) => builtInActions.find(({ type }) => type === name);
const when = '2026-01-01T00:00:00.000Z';
const later = '2026-02-01T00:00:00.000Z';

const payloads: BuiltInActions = {
  UPDATE_PROGRESS: { bookId: 'b1', current_page: 5, total_pages: 50, percentage: 10, updated_at: when },
  CREATE_NOTE: { id: 'n1', bookId: 'b1', content: 'words', created_at: when },
  UPDATE_NOTE: { id: 'n1', bookId: 'b1', content: 'other words' },
  DELETE_NOTE: { id: 'n1', bookId: 'b1' },
  CREATE_HIGHLIGHT: {
    id: 'h1',
    bookId: 'b1',
    text: 't',
    color: 'green',
    page: 1,
    position: null,
    note: null,
    created_at: when,
  },
  UPDATE_HIGHLIGHT: { id: 'h1', bookId: 'b1', color: 'pink' },
  DELETE_HIGHLIGHT: { id: 'h1', bookId: 'b1' },
  UPDATE_BOOKMARK: { id: 'm1', bookId: 'b1', page: 3, position: null, label: null, updated_at: when },
  DELETE_BOOKMARK: { id: 'm1', bookId: 'b1', page: 3 },
  SAVE_WORD: {
    id: 'w1',
    word: 'whales',
    headword: 'whale',
    language: 'en',
    sentence: null,
    meaning: null,
    book_id: 'b1',
    position: null,
    created_at: when,
  },
  DELETE_WORD: { id: 'w1' },
  UPDATE_BOOK: { bookId: 'b1', changes: { title: 'Emma' } },
  DELETE_BOOK: { bookId: 'b1' },
  SAVE_COLLECTION: { id: 'c1', name: 'Shelf', description: null, color: null, icon: null, bookIds: ['b1'] },
  DELETE_COLLECTION: { id: 'c1' },
  SESSION_START: { id: 's1', bookId: 'b1', page: 1, started_at: when },
  SESSION_END: {
    id: 's1',
    bookId: 'b1',
    bookTitle: 'Emma',
    started_at: when,
    ended_at: later,
    seconds: 60,
    pagesRead: 2,
    notes: null,
  },
  SAVE_READING: {
    id: 'r1',
    book_id: 'b1',
    started_at: when,
    finished_at: later,
    outcome: 'finished',
    rating: 4,
  },
  DELETE_READING: { id: 'r1' },
  PUT_PART_ROW: {
    part: 'mf-lending',
    collection: 'loans',
    id: 'l1',
    row: { to: 'Ann' },
    created_at: when,
  },
  DELETE_PART_ROW: { part: 'mf-lending', collection: 'loans', id: 'l1' },
  RECORD_SESSION: {
    id: 's2',
    bookId: 'b1',
    bookTitle: 'Emma',
    started_at: when,
    ended_at: later,
    seconds: 60,
    pagesRead: 2,
    notes: null,
  },
  EDIT_SESSION: { id: 's2', bookId: 'b1', changes: { seconds: 90, ended_at: when } },
  DELETE_SESSION: { id: 's2', bookId: 'b1' },
  CREATE_GOAL: {
    id: 'o1',
    title: 'Ten pages',
    type: 'daily',
    unit: 'pages',
    target: 10,
    deadline: null,
    created_at: when,
  },
  DELETE_GOAL: { id: 'o1' },
  SAVE_GAMIFICATION_SETTINGS: { streak: false },
  RESTORE_FROM_BIN: {
    id: '7',
    kind: 'word',
    thing_id: 'w1',
    book_id: null,
    book_in_bin: false,
    word: {
      id: 'w1',
      word: 'whales',
      headword: 'whale',
      language: 'en',
      sentence: null,
      meaning: null,
      book_id: null,
      position: null,
      created_at: when,
    },
  },
  DELETE_FROM_BIN: { id: '7', thing_id: 'w1' },
  EMPTY_BIN: { until: '2026-03-02T10:00:00.000Z' },
  GAMIFICATION_ACTION: { id: 'g1', action: 'page_read', data: { pages: 1 }, timestamp: when },
};

const over = <K extends ReadKey>(
  key: K,
  request: CallRequest<K>,
  answer: CallResponse<K>,
  ...types: (keyof BuiltInActions)[]
) =>
  applyOptimistic(
    key,
    request,
    answer,
    types.map((type) => ({ type, payload: payloads[type] })),
    typeOf,
  );

const b1 = { id: 'b1', title: 'B', current_page: 1, progress: 2, last_opened: null } as Book;

describe('the writes that the shell brings', () => {
  it('[OF-02] are all there, each with a call that exists', () => {
    expect(builtInActions.map(({ type }) => type).sort()).toEqual(Object.keys(payloads).sort());
    for (const type of builtInActions) {
      const { key, request } = callOf(type, payloads[type.type as keyof BuiltInActions]);
      expect(Object.keys(routes)).toContain(key);
      expect(request).not.toHaveProperty('key');
      expect(type.priority).toBeGreaterThanOrEqual(1);
      expect(type.priority).toBeLessThanOrEqual(10);
    }
  });

  it.each([
    ['UPDATE_PROGRESS', 'PUT /books/:id/progress'],
    ['CREATE_NOTE', 'POST /notes/book/:bookId'],
    ['UPDATE_NOTE', 'PUT /notes/:id'],
    ['SAVE_READING', 'PUT /readings/:id'],
    ['DELETE_READING', 'DELETE /readings/:id'],
    ['DELETE_NOTE', 'DELETE /notes/:id'],
    ['CREATE_HIGHLIGHT', 'POST /books/:id/highlights'],
    ['DELETE_HIGHLIGHT', 'DELETE /highlights/:id'],
    ['UPDATE_BOOKMARK', 'PUT /books/:id/bookmark'],
  ] as const)('[OF-02] %s is %s', (name, key) => {
    const type = typeOf(name);
    expect(type && callOf(type, payloads[name]).key).toBe(key);
  });

  it('sends a note on no book to POST /notes', () => {
    const type = typeOf('CREATE_NOTE');
    expect(type && callOf(type, { ...payloads.CREATE_NOTE, bookId: null })).toMatchObject({
      key: 'POST /notes',
      request: { body: { id: 'n1', content: 'words' } },
    });
  });

  it('a collection renamed before its making is known to have arrived keeps what another device changed', () => {
    const made = payloads.SAVE_COLLECTION;
    const edit = {
      ...made,
      name: 'Later',
      books: { added: [], removed: ['b9'] },
      basis: { name: ['stamp'] },
    };
    const merged = typeOf('SAVE_COLLECTION')?.merge?.(made as never, edit as never);
    expect(merged).toMatchObject({ name: 'Later', books: { added: ['b1'], removed: ['b9'] } });
    // Were the basis missing, the description, color and rule of another device would be overwritten unseen.
    expect(merged).toMatchObject({ basis: edit.basis });
  });

  it('the end of a session leaves a completed book completed, on the shelf and in a waiting change', () => {
    const { merge, overlay } = typeOf('UPDATE_BOOK') ?? {};
    const stop = {
      bookId: 'b1',
      changes: { is_reading: true, status: 'paused', last_opened: later },
      quiet: true,
    };
    const completed = { status: 'completed', completed: true, is_reading: false, progress: 100 };
    const after = { ...completed, last_opened: later };
    expect(merge?.({ bookId: 'b1', changes: completed } as never, stop as never)).toMatchObject({
      changes: after,
    });
    const request = { params: { id: 'b1' } };
    expect(
      overlay?.['GET /books/:id']?.({ id: 'b1', ...completed } as never, stop as never, request),
    ).toEqual({
      id: 'b1',
      ...after,
    });
  });

  it('are safe to lay over an answer that has them already', () => {
    const empty: { [K in ReadKey]?: unknown } = {
      'GET /notes': { items: [] },
      'GET /notes/:bookId': { items: [] },
      'GET /highlights': { items: [] },
      'GET /books/:id/highlights': { items: [] },
      'GET /books/:id/bookmarks': { items: [] },
      'GET /books': { items: [b1], total: 1 },
      'GET /books/:id': b1,
      'GET /books/:id/progress': null,
      'GET /collections': { items: [] },
      'GET /reading/sessions': { items: [], total: 0 },
      'GET /api/gamification/goals': { items: [] },
      'GET /words': { items: [] },
      'GET /parts/:part/rows/:collection': { items: [] },
      'GET /bin': { items: [{ id: '7', kind: 'word', thing_id: 'w1', deleted_at: when }] },
    };
    for (const type of builtInActions) {
      for (const key of Object.keys(type.overlay ?? {}) as ReadKey[]) {
        const params = { id: 'b1', bookId: 'b1', part: 'mf-lending', collection: 'loans' };
        const request = { params } as unknown as CallRequest<ReadKey>;
        const payload = payloads[type.type as keyof BuiltInActions];
        const lay = (value: unknown) =>
          applyOptimistic(key, request, value as never, [{ type: type.type, payload }], typeOf);
        const once = lay(empty[key]);
        expect([type.type, key, lay(once)]).toEqual([type.type, key, once]);
      }
    }
  });

  it('[F-03] [Y-03] are shown without those whose payload cannot be read', () => {
    const unreadable = { type: 'UPDATE_NOTE', payload: null };
    const created = { type: 'CREATE_NOTE', payload: payloads.CREATE_NOTE };
    const { items } = applyOptimistic('GET /notes', {}, { items: [] }, [unreadable, created], typeOf);
    expect(items).toMatchObject([{ id: 'n1', content: 'words' }]);
  });

  it('show what was written, in order', () => {
    expect(over('GET /notes', {}, { items: [] }, 'CREATE_NOTE', 'UPDATE_NOTE').items).toMatchObject([
      { id: 'n1', content: 'other words', type: 'note' },
    ]);
    expect(over('GET /notes', {}, { items: [] }, 'CREATE_NOTE', 'UPDATE_NOTE', 'DELETE_NOTE').items).toEqual(
      [],
    );
    expect(
      over('GET /books', {}, { items: [b1], total: 1 }, 'UPDATE_PROGRESS', 'UPDATE_BOOK').items,
    ).toMatchObject([{ title: 'Emma', current_page: 5, progress: 10 }]);
    expect(over('GET /books', {}, { items: [b1], total: 1 }, 'DELETE_BOOK')).toEqual({ items: [], total: 0 });
    const goals = (...types: (keyof BuiltInActions)[]) =>
      over('GET /api/gamification/goals', {}, { items: [] }, ...types).items;
    expect(goals('CREATE_GOAL')).toMatchObject([{ id: 'o1', target: 10, current: 0, completedAt: null }]);
    expect(goals('CREATE_GOAL', 'DELETE_GOAL')).toEqual([]);
    expect(over('GET /reading/sessions', {}, { items: [], total: 0 }, 'SESSION_END')).toMatchObject({
      items: [{ id: 's1', seconds: 60 }],
      total: 1,
    });
  });

  it('[N-07] what is restored leaves the bin and is in its list, and what is emptied stays out', () => {
    const entries = [
      { id: '9', kind: 'note', thing_id: 'n9', deleted_at: '2026-03-03T10:00:00.000Z' },
      { id: '7', kind: 'word', thing_id: 'w1', deleted_at: '2026-03-01T10:00:00.000Z' },
    ] as BinEntry[];
    const bin = (...types: (keyof BuiltInActions)[]) =>
      over('GET /bin', {}, { items: entries }, ...types).items.map(({ id }) => id);
    expect(bin('RESTORE_FROM_BIN')).toEqual(['9']);
    expect(bin('DELETE_FROM_BIN')).toEqual(['9']);
    // Deleted after the bin was shown.
    expect(bin('EMPTY_BIN')).toEqual(['9']);
    expect(over('GET /words', {}, { items: [] }, 'RESTORE_FROM_BIN').items).toMatchObject([
      { word: 'whales' },
    ]);
  });

  it('leave other books alone', () => {
    const other = { params: { id: 'b2' } };
    expect(over('GET /books/:id/highlights', other, { items: [] }, 'CREATE_HIGHLIGHT')).toEqual({
      items: [],
    });
    expect(over('GET /books/:id/progress', other, null, 'UPDATE_PROGRESS')).toBeNull();
    expect(over('GET /notes/:bookId', { params: { bookId: 'b2' } }, { items: [] }, 'CREATE_NOTE')).toEqual({
      items: [],
    });
    expect(over('GET /books/:id/bookmarks', other, { items: [] }, 'UPDATE_BOOKMARK')).toEqual({ items: [] });
  });

  it('never put an older place of this device over a newer one of another', () => {
    const newer = { current_page: 40, total_pages: 50, percentage: 80, updated_at: later };
    expect(over('GET /books/:id/progress', { params: { id: 'b1' } }, newer, 'UPDATE_PROGRESS')).toBe(newer);
    const mine = { ...newer, mine: true };
    expect(over('GET /books/:id/progress', { params: { id: 'b1' } }, mine, 'UPDATE_PROGRESS')).toMatchObject({
      current_page: 5,
      mine: true,
    });
    const type = typeOf('UPDATE_PROGRESS');
    const older = payloads.UPDATE_PROGRESS;
    const earlier = { ...older, ...newer, follows: 'what was shown' };
    const next = { ...older, current_page: 41, updated_at: when, follows: newer.updated_at };
    expect(type?.merge?.(earlier as never, next as never)).toMatchObject({
      current_page: 41,
      follows: 'what was shown',
    });
  });

  it('take the forms to sort by away with the title and the author', () => {
    const forms = { title_sort: 'Tale, A', author_sort: 'Austen, Jane' };
    const book = { ...b1, title: 'A Tale', author: 'Jane Austen', ...forms };
    const [changed] = over('GET /books', {}, { items: [book], total: 1 }, 'UPDATE_BOOK').items;
    expect([changed?.title_sort, changed?.author_sort]).toEqual([undefined, 'Austen, Jane']);
  });

  it('merge tags of a book with those of another device, also over two changes that wait', () => {
    const type = typeOf('UPDATE_BOOK');
    const change = (tags: string[], added: string[], removed: string[]): BuiltInActions['UPDATE_BOOK'] => ({
      bookId: 'b1',
      changes: { tags },
      tagChanges: { added, removed },
    });
    const both = type?.merge?.(
      change(['sea', 'ship'], ['ship'], []) as never,
      change(['ship', 'rope'], ['rope'], ['sea']) as never,
    ) as BuiltInActions['UPDATE_BOOK'] | undefined;
    expect(both).toEqual(change(['ship', 'rope'], ['ship', 'rope'], ['sea']));
    const overlay = type?.overlay?.['GET /books/:id'] as ((book: Book, payload: unknown) => Book) | undefined;
    const book = { id: 'b1', tags: ['sea', 'whale'] } as Book;
    expect(overlay?.(book, both).tags).toEqual(['whale', 'ship', 'rope']);
    // Books that were cached before have no tags.
    expect(overlay?.({ id: 'b1' } as Book, both).tags).toEqual(['ship', 'rope']);
  });

  it('keep one bookmark a page', () => {
    const items = [{ id: 'm0', book_id: 'b1', page: 3, position: null, label: null, updated_at: when }];
    const list = over('GET /books/:id/bookmarks', { params: { id: 'b1' } }, { items }, 'UPDATE_BOOKMARK');
    expect(list.items.map(({ id }) => id)).toEqual(['m1']);
  });

  it('[Y-04] take a refusal of points, or of a start that the end tells again, for the end of it, and nothing else', () => {
    const settles = (name: keyof BuiltInActions, status: number) =>
      typeOf(name)?.settledBy?.(status, payloads[name] as never) ?? false;
    expect(settles('SESSION_START', 422)).toBe(true);
    expect(settles('SESSION_END', 404)).toBe(false);
    expect(settles('EDIT_SESSION', 404)).toBe(false);
    expect(settles('RECORD_SESSION', 422)).toBe(false);
    expect(settles('GAMIFICATION_ACTION', 400)).toBe(true);
    expect(settles('DELETE_NOTE', 404)).toBe(true);
    expect(settles('DELETE_NOTE', 422)).toBe(false);
    // Its words would be lost.
    expect(settles('RESTORE_FROM_BIN', 404)).toBe(false);
    for (const name of [
      'CREATE_NOTE',
      'UPDATE_NOTE',
      'CREATE_HIGHLIGHT',
      'UPDATE_PROGRESS',
      'UPDATE_BOOK',
      'SAVE_COLLECTION',
    ] as const) {
      expect([name, settles(name, 404)]).toEqual([name, false]);
    }
  });
});
