/** @jest-environment node */
import type { QueuedAction } from '@lectern/shared-contracts/contract/host.ts';
import { noteOfRefused as noteOf, plainText, recoverText, type Wording } from './recoverText.ts';

const wording: Wording = {
  t: (key, values) => key.replace('{{count}}', String(values?.count)),
  language: 'en',
};
const found = (one: QueuedAction) => recoverText(one, wording);
const noteOfRefused = (one: QueuedAction, hasBook: (bookId: string) => boolean) =>
  noteOf(one, found(one), now, hasBook);

const now = '2026-05-01T10:00:00.000Z';
const action = (type: string, payload: unknown, refused = true): QueuedAction => ({
  id: 'a1',
  type: type as never,
  payload: payload as never,
  status: 'failed',
  priority: 8,
  timestamp: 1,
  retryCount: 1,
  maxRetries: 5,
  lastError: 'We can’t find this. It may have been deleted, or belong to another account.',
  lastAttempt: 1,
  entity: 'x',
  userId: 'u1',
  refused,
});
const gone = () => false;
const there = () => true;

describe('words in a change', () => {
  it.each<[string, unknown, string]>([
    ['CREATE_NOTE', { title: 'T', content: 'thought' }, 'T\n\nthought'],
    ['UPDATE_NOTE', { id: 'x', content: 'thought' }, 'thought'],
    ['UPDATE_NOTE', { id: 'x', title: 'A title' }, 'A title'],
    ['UPDATE_NOTE', { id: 'x', tags: ['one', 'two'] }, 'one, two'],
    ['CREATE_HIGHLIGHT', { text: 'the whale', note: 'white' }, 'the whale\n\nwhite'],
    ['UPDATE_HIGHLIGHT', { id: 'h', note: 'a thought' }, 'a thought'],
    ['UPDATE_BOOKMARK', { id: 'm', label: 'where the storm begins' }, 'where the storm begins'],
    [
      'UPDATE_BOOK',
      { bookId: 'b', changes: { description: 'Long.', status: 'reading', rating: 4 } },
      'Long.',
    ],
    ['SAVE_COLLECTION', { id: 'c', name: 'Sea', description: 'Of ships.' }, 'Sea\n\nOf ships.'],
    [
      'SAVE_COLLECTION',
      {
        id: 'c',
        name: 'Sea',
        description: 'Of ships.',
        rule: { genres: ['Novel'], languages: ['fr'], rating: 4 },
      },
      'Sea\n\nOf ships.\n\nNovel · French · 4 stars or more',
    ],
    [
      'SAVE_COLLECTION',
      { id: 'c', name: 'Sea', description: null, rule: { text: 'whale' } },
      'Sea\n\n“whale”',
    ],
    ['SESSION_END', { id: 's', bookTitle: 'Emma', notes: 'Slow.' }, 'Emma\n\nSlow.'],
    ['RECORD_SESSION', { id: 's', bookTitle: 'Emma', notes: null }, 'Emma'],
    ['EDIT_SESSION', { id: 's', changes: { notes: 'Slower.' } }, 'Slower.'],
    ['CREATE_GOAL', { id: 'g', title: 'Ten pages' }, 'Ten pages'],
    ['PUT_PART_ROW', { part: 'mf-lending', id: 'l', row: { to: 'Ann' }, basis: { to: ['x-1'] } }, 'Ann'],
    [
      'CREATE_NOTE',
      { title: 'T', content: 'thought', tags: ['sea'], position: { quote: { exact: 'the whale' } } },
      'T\n\nthe whale\n\nthought',
    ],
    ['UPDATE_NOTE', { id: 'x', title: 'A title', tags: ['one'] }, 'A title'],
    ['UPDATE_NOTE', { id: 'x', content: '', title: 'A title', tags: ['one'] }, 'A title'],
    ['CREATE_HIGHLIGHT', { text: 'the whale', note: null }, 'the whale'],
    [
      'RESTORE_FROM_BIN',
      { id: '7', kind: 'note', note: { title: 'T', content: 'back', tags: [] } },
      'T\n\nback',
    ],
    ['RESTORE_FROM_BIN', { id: '7', highlight: { text: 'the whale', note: 'white' } }, 'the whale\n\nwhite'],
    ['RESTORE_FROM_BIN', { id: '7', bookmark: { label: 'the storm' } }, 'the storm'],
    [
      'RESTORE_FROM_BIN',
      { id: '7', collection: { name: 'Sea', description: 'Of ships.' } },
      'Sea\n\nOf ships.',
    ],
    ['RESTORE_FROM_BIN', { id: '7', word: { word: 'whales' } }, 'whales'],
    ['UPDATE_BOOK', { bookId: 'b', changes: { title: 'Emma', author: 'J. A.', genre: '' } }, 'Emma\nJ. A.'],
    ['RECORD_SESSION', { id: 's', bookTitle: 'Emma', notes: 'Slow.' }, 'Emma\n\nSlow.'],
    [
      'REVIEW_OF_A_REMOTE',
      {
        of: 'https://books.example/1',
        review: { stars: 3, texts: ['Good.', 'See https://a.example', null] },
      },
      'Good.\nSee https://a.example',
    ],
    ['REVIEW_OF_A_REMOTE', 'Good.', 'Good.'],
    ['REVIEW_OF_A_REMOTE', { id: crypto.randomUUID(), at: now, review: { text: 'Good.' } }, 'Good.'],
  ])('[Y-03] of %s are found: %j', (type, payload, text) => {
    const words = found(action(type, payload));
    expect(words && plainText(words)).toBe(text);
  });

  it('[Y-03] are not the bytes of a picture that a remote sends', () => {
    expect(found(action('SET_COVER', { bookId: crypto.randomUUID(), image: 'A/9+'.repeat(100) }))).toBeNull();
  });

  it.each(['UPDATE_NOTE', 'UPDATE_BOOK', 'SESSION_END', 'EDIT_SESSION', 'SET_COVER'])(
    '[F-03] [Y-03] of %s are none when something has damaged it in this browser',
    (type) => {
      const damaged = action(type, null);
      expect([found(damaged), noteOfRefused(damaged, there)]).toEqual([null, null]);
    },
  );

  it.each<[string, unknown]>([
    ['UPDATE_PROGRESS', { bookId: 'b', device: 'Firefox' }],
    ['UPDATE_HIGHLIGHT', { id: 'h', color: 'pink' }],
    ['UPDATE_BOOKMARK', { id: 'm', label: null }],
    ['UPDATE_BOOK', { bookId: 'b', changes: { status: 'reading' } }],
    ['EDIT_SESSION', { id: 's', changes: { seconds: 60 } }],
    ['SESSION_START', { id: 's', bookId: 'b', time_zone: 'Europe/Berlin' }],
    ['SAVE_GAMIFICATION_SETTINGS', { time_zone: 'Europe/Berlin' }],
    ['GAMIFICATION_ACTION', { id: 'g', action: 'read', data: { title: 'Emma' } }],
    ...['NOTE', 'HIGHLIGHT', 'BOOKMARK', 'BOOK', 'COLLECTION', 'SESSION', 'GOAL'].map(
      (thing): [string, unknown] => [`DELETE_${thing}`, { id: 'x', seen: ['stamp'] }],
    ),
  ])('are none in a place, a deletion, or a choice: %s', (type, payload) =>
    expect(found(action(type, payload))).toBeNull(),
  );
});

describe('words that could not be saved', () => {
  it('of a highlight on a deleted book become a note with the quotation and the thought', () => {
    const marked = action('CREATE_HIGHLIGHT', { id: 'h', bookId: 'b', text: 'the whale', note: 'white' });
    expect(noteOfRefused(marked, gone)).toEqual({
      bookId: null,
      content: 'white',
      created_at: now,
      position: { quote: { exact: 'the whale' } },
    });
  });

  it('[Y-03] of a thought on a highlight that is gone become a note on its book', () => {
    const thought = action('UPDATE_HIGHLIGHT', { id: 'h', bookId: 'b', note: 'a thought' });
    expect(noteOfRefused(thought, there)).toMatchObject({ bookId: 'b', content: 'a thought' });
    expect(noteOfRefused(thought, gone)).toMatchObject({ bookId: null, content: 'a thought' });
  });

  it('[N-07] of a note that is no longer in the bin become a note on its book', () => {
    const note = { id: 'n', book_id: 'b', title: null, content: 'back', tags: ['sea'] };
    const restore = action('RESTORE_FROM_BIN', { id: '7', kind: 'note', note });
    expect(noteOfRefused(restore, there)).toMatchObject({ bookId: 'b', content: 'back', tags: ['sea'] });
    expect(noteOfRefused(action('RESTORE_FROM_BIN', { id: '7', kind: 'session' }), there)).toBeNull();
  });

  it('[Y-03] that are longer than title or quotation of a note may be stand in it as a whole', () => {
    const [title, quote] = ['t'.repeat(900), 'q'.repeat(9_000)];
    const session = noteOfRefused(action('SESSION_END', { id: 's', bookTitle: title, notes: 'Slow.' }), gone);
    expect(session).toMatchObject({ title: title.slice(0, 500), content: `${title}\n\nSlow.` });
    const marked = noteOfRefused(action('CREATE_HIGHLIGHT', { id: 'h', text: quote, note: 'white' }), gone);
    expect(marked).toMatchObject({
      content: `${quote}\n\nwhite`,
      position: { quote: { exact: quote.slice(0, 5_000) } },
    });
  });

  it('[Y-03] of exactly that length stand in title and quotation only', () => {
    const [title, quote] = ['t'.repeat(500), 'q'.repeat(5_000)];
    const note = { id: 'x', bookId: null, title, content: 'w', position: { quote: { exact: quote } } };
    expect(noteOfRefused(action('UPDATE_NOTE', note), gone)).toEqual({
      bookId: null,
      title,
      content: 'w',
      created_at: now,
      position: { quote: { exact: quote } },
    });
  });

  it('of a quotation or a title alone stay what they are', () => {
    const marked = action('CREATE_HIGHLIGHT', { id: 'h', bookId: 'b', text: 'the whale', note: null });
    expect(noteOfRefused(marked, there)).toEqual({
      bookId: 'b',
      content: '',
      created_at: now,
      position: { quote: { exact: 'the whale' } },
    });
    const goal = action('CREATE_GOAL', { id: 'g', title: 'Ten pages' });
    expect(noteOfRefused(goal, gone)).toEqual({ bookId: null, content: 'Ten pages', created_at: now });
  });

  it('[Y-03] of a change of a note keep its tags', () => {
    const changed = action('UPDATE_NOTE', { id: 'x', bookId: 'b', content: 'thought', tags: ['sea'] });
    expect(noteOfRefused(changed, there)).toMatchObject({ content: 'thought', tags: ['sea'] });
  });

  it('of a note on a deleted book, of a collection or of a goal become a note of their own', () => {
    const made = action('CREATE_NOTE', { id: 'x', bookId: 'b', title: 'T', content: 'thought' });
    expect(noteOfRefused(made, gone)).toMatchObject({
      bookId: null,
      title: 'T',
      content: 'thought',
    });
    const shelf = action('SAVE_COLLECTION', { id: 'c', name: 'Sea', description: 'Of ships.' });
    expect(noteOfRefused(shelf, gone)).toMatchObject({ title: 'Sea', content: 'Of ships.' });
    const rule = { authors: ['Melville'], statuses: ['unread'] };
    const smart = action('SAVE_COLLECTION', { id: 'c', name: 'Sea', description: null, rule });
    expect(noteOfRefused(smart, gone)).toMatchObject({ title: 'Sea', content: 'Melville · Unread' });
    const goal = action('CREATE_GOAL', { id: 'g', title: 'Ten pages' });
    expect(noteOfRefused(goal, gone)).toMatchObject({ content: 'Ten pages' });
  });

  it('[Y-09] are kept as a note only when the server refused them, and not as the same note again', () => {
    const payload = { id: 'x', bookId: 'b', content: 'w' };
    expect(noteOfRefused(action('UPDATE_NOTE', payload, false), there)).toBeNull();
    expect(noteOfRefused(action('CREATE_NOTE', payload), there)).toBeNull();
    expect(noteOfRefused(action('CREATE_NOTE', { ...payload, bookId: null }), gone)).toBeNull();
  });
});
