import { normalizeBook, resolveBookAliases } from './book.ts';

describe('normalizeBook', () => {
  test.each([
    ['cover', { cover: '/c.webp' }, { cover_url: '/c.webp' }],
    ['cover_image_url', { cover_image_url: '/c.webp' }, { cover_url: '/c.webp' }],
    ['isReading', { isReading: true }, { is_reading: true, status: 'reading' }],
    ['dateAdded', { dateAdded: '2026-01-02T00:00:00.000Z' }, { created_at: '2026-01-02T00:00:00.000Z' }],
  ])('[DM-01] takes the alias %s', (_alias, given, expected) => {
    expect(normalizeBook({ id: 'b1', title: 'Emma', ...given })).toMatchObject(expected);
  });

  test('[DM-01] the field itself wins over its alias, and no alias is left', () => {
    expect(resolveBookAliases({ cover_url: '/a', cover: '/b', isReading: true, is_reading: false })).toEqual({
      cover_url: '/a',
      is_reading: false,
    });
  });

  test('[DM-01] a book has every field of the specification', () => {
    expect(Object.keys(normalizeBook({ id: 'b1' }) ?? {})).toEqual(
      expect.arrayContaining(
        (
          'id title author description genre cover_url cover_base cover_source isbn isbn10 isbn13 current_page ' +
          'progress is_reading completed completed_at status last_opened created_at'
        ).split(' '),
      ),
    );
  });

  test('progress is kept within 0-100', () => {
    expect(normalizeBook({ id: 'b1', progress: 140 })?.progress).toBe(100);
    expect(normalizeBook({ id: 'b1', progress: Number.NaN })?.progress).toBe(0);
  });

  test('what was not said is empty, not absent', () => {
    expect(normalizeBook({ id: 'b1', genre: undefined })).toMatchObject({
      title: '',
      author: '',
      genre: null,
      format: 'none',
      cover_source: 'file',
      favorite: false,
      completed: false,
      status: 'unread',
      created_at: '1970-01-01T00:00:00.000Z',
      updated_at: '1970-01-01T00:00:00.000Z',
    });
    const added = '2026-01-02T00:00:00.000Z';
    expect(normalizeBook({ id: 'b1', created_at: added })).toMatchObject({ updated_at: added });
  });

  test('of two aliases the first one counts', () => {
    expect(resolveBookAliases({ cover: '/second', cover_image_url: '/first' })).toEqual({
      cover_url: '/first',
    });
    expect(resolveBookAliases({})).toEqual({});
  });

  test.each([null, undefined, 'x', { title: 'x' }, { id: '' }, { id: 7 }])(
    '%j is no book: it has no id',
    (raw) => {
      expect(normalizeBook(raw)).toBeNull();
    },
  );
});
