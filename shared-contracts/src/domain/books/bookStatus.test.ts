import fc from 'fast-check';
import type { BookStatus } from '../../api/books.ts';
import {
  applyStatus,
  deriveStatus,
  matchesFilter,
  normalizeStatus,
  type StatusFacts,
  shownStatus,
  statusFilters,
} from './bookStatus.ts';

const now = '2026-03-04T05:06:07.000Z';
const running = { isPaused: false, book: { id: 'b1' } };
const paused = { isPaused: true, book: { id: 'b1' } };
const elsewhere = { isPaused: false, book: { id: 'b2' } };
const statuses: BookStatus[] = ['unread', 'reading', 'paused', 'completed'];

const anyStatus = fc.constantFrom(...statuses);
const anyBook = fc.record({
  id: fc.constantFrom('b1', 'b2'),
  title: fc.string(),
  completed: fc.boolean(),
  is_reading: fc.boolean(),
  progress: fc.double({ min: 0, max: 100, noNaN: true }),
  completed_at: fc.constantFrom(null, '2020-01-01T00:00:00.000Z'),
  last_opened: fc.constantFrom(null, '2021-01-01T00:00:00.000Z'),
});

describe('deriveStatus', () => {
  const rows: [string, StatusFacts, typeof running | null, BookStatus][] = [
    ['the completed flag', { completed: true }, null, 'completed'],
    ['completed wins over a session', { id: 'b1', completed: true }, running, 'completed'],
    ['completed wins over is_reading', { completed: true, is_reading: true }, null, 'completed'],
    ['an active session', { id: 'b1' }, running, 'reading'],
    ['an active session wins over progress', { id: 'b1', progress: 40 }, running, 'reading'],
    ['a paused session leaves it to progress', { id: 'b1', progress: 40 }, paused, 'paused'],
    ['a paused session leaves it to is_reading', { id: 'b1', is_reading: true }, paused, 'reading'],
    ['a paused session alone', { id: 'b1' }, paused, 'unread'],
    ['a session on another book', { id: 'b1' }, elsewhere, 'unread'],
    ['is_reading', { is_reading: true }, null, 'reading'],
    ['is_reading wins over progress', { is_reading: true, progress: 40 }, null, 'reading'],
    ['progress just above 0', { progress: 0.1 }, null, 'paused'],
    ['progress just below 100', { progress: 99.9 }, null, 'paused'],
    ['progress 0', { progress: 0 }, null, 'unread'],
    ['progress 100 without the flag', { progress: 100 }, null, 'unread'],
    ['nothing known', {}, null, 'unread'],
    ['a status that is there', { status: 'paused', completed: true }, null, 'paused'],
    ['an alias that is there', { status: 'in_progress' }, null, 'reading'],
    ['an empty status counts as absent', { status: '', completed: true }, null, 'completed'],
    ['a null status counts as absent', { status: null, is_reading: true }, null, 'reading'],
  ];
  test.each(rows)('[BS-01] %s', (_name, book, session, expected) => {
    expect(deriveStatus(book, session)).toBe(expected);
  });

  test('[BS-01] derives back what was applied, for every book and status', () => {
    fc.assert(
      fc.property(anyBook, anyStatus, (book, status) => {
        const { status: _, ...flags } = applyStatus(book, status, now);
        expect(deriveStatus(flags)).toBe(status);
      }),
    );
  });
});

describe('shownStatus', () => {
  test('a session on the book speaks before the stored status', () => {
    expect(shownStatus({ id: 'b1', status: 'unread' }, running)).toBe('reading');
    expect(shownStatus({ id: 'b1', status: 'reading' }, paused)).toBe('paused');
    expect(shownStatus({ id: 'b1', status: 'completed' }, elsewhere)).toBe('completed');
  });

  test('[U-02] a book between two sessions is being read, until the reader stops reading it', () => {
    const ended = { id: 'b1', status: 'paused', is_reading: true, last_read: now };
    expect(shownStatus(ended)).toBe('reading');
    expect(shownStatus(ended, paused)).toBe('paused');
    expect(shownStatus({ ...ended, last_read: null })).toBe('paused');
    expect(shownStatus({ ...ended, is_reading: false })).toBe('paused');
  });
});

describe('normalizeStatus', () => {
  test.each([
    ['in_progress', 'reading'],
    ['started reading', 'reading'],
    ['started_reading', 'reading'],
    ['unread', 'unread'],
    ['reading', 'reading'],
    ['paused', 'paused'],
    ['completed', 'completed'],
    ['finished', 'unread'],
    ['', 'unread'],
    ['toString', 'unread'],
    ['__proto__', 'unread'],
    [undefined, 'unread'],
    [null, 'unread'],
    [3, 'unread'],
  ])('[BS-02] %p is %s', (stored, expected) => {
    expect(normalizeStatus(stored)).toBe(expected);
  });

  test('[BS-02] gives one of the four values for anything', () => {
    fc.assert(fc.property(fc.anything(), (stored) => statuses.includes(normalizeStatus(stored))));
  });
});

describe('applyStatus', () => {
  test('[BS-03] reading: being read, not completed, progress at least 1, opened now', () => {
    expect(applyStatus({ progress: 0, completed: true, is_reading: false }, 'reading', now)).toEqual({
      status: 'reading',
      is_reading: true,
      completed: false,
      progress: 1,
      last_opened: now,
      completed_at: null,
    });
    expect(applyStatus({ progress: 40 }, 'reading', now).progress).toBe(40);
  });

  test('[BS-03] completed: not being read, progress 100, completed_at set if absent', () => {
    expect(applyStatus({ progress: 12, is_reading: true }, 'completed', now)).toMatchObject({
      status: 'completed',
      is_reading: false,
      completed: true,
      progress: 100,
      completed_at: now,
    });
    const before = '2020-01-01T00:00:00.000Z';
    expect(applyStatus({ completed_at: before }, 'completed', now).completed_at).toBe(before);
  });

  test.each([
    [0, 1],
    [1, 1],
    [50, 50],
    [99, 99],
    [100, 99],
  ])('[BS-03] paused: neither reading nor completed, progress %d becomes %d', (progress, expected) => {
    expect(applyStatus({ progress, is_reading: true, completed: true }, 'paused', now)).toMatchObject({
      status: 'paused',
      is_reading: false,
      completed: false,
      progress: expected,
    });
  });

  test('[BS-03] unread: progress 0', () => {
    expect(applyStatus({ progress: 70, is_reading: true, completed: true }, 'unread', now)).toMatchObject({
      status: 'unread',
      is_reading: false,
      completed: false,
      progress: 0,
    });
  });

  test('[BS-03] applied twice it is as applied once, and keeps what it does not own', () => {
    fc.assert(
      fc.property(anyBook, anyStatus, (book, status) => {
        const once = applyStatus(book, status, now);
        expect(applyStatus(once, status, now)).toEqual(once);
        expect(once.title).toBe(book.title);
        expect(once.progress).toBeGreaterThanOrEqual(0);
        expect(once.progress).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('matchesFilter', () => {
  const rows: [boolean, boolean, boolean, boolean, boolean][] = [
    [false, false, false, false, true],
    [true, false, true, false, false],
    [false, true, false, true, false],
    [true, true, false, true, false],
  ];
  test.each(rows)('[BS-04] is_reading %p, completed %p', (is_reading, completed, reading, done, unread) => {
    const book = { is_reading, completed };
    expect(matchesFilter(book, 'all')).toBe(true);
    expect(matchesFilter(book, 'reading')).toBe(reading);
    expect(matchesFilter(book, 'completed')).toBe(done);
    expect(matchesFilter(book, 'unread')).toBe(unread);
  });

  test('[BS-04] every book is in exactly one of reading, completed and unread', () => {
    fc.assert(
      fc.property(
        anyBook,
        (book) => statusFilters.filter((f) => f !== 'all' && matchesFilter(book, f)).length === 1,
      ),
    );
  });
});
