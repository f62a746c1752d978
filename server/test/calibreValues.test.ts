/** What a book gets from calibre, as tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BookValues, bookValues } from '../src/intake/folders/calibre/bookValues.ts';
import type { CalibreBook } from '../src/intake/folders/calibre/libraryFile.ts';
import { valuesToSet } from '../src/intake/folders/calibre/valuesToSet.ts';

const none: CalibreBook = {
  id: 1,
  source: '1',
  modified: '',
  title: '',
  authors: [],
  titleSort: '',
  authorSort: '',
  series: '',
  series_index: 1,
  tags: [],
  rating: 0,
  isbn: '',
  languages: [],
  publisher: '',
  published: '',
  comments: '',
  hasCover: false,
  isRead: false,
  path: '',
  files: [],
};

const read: [Partial<CalibreBook>, Partial<BookValues>][] = [
  [
    { title: 'Unknown', authors: [{ name: 'Unknown', sort: 'Unknown' }] },
    { title: '', author: '' },
  ],
  [
    { authors: [{ name: 'Jane Austen', sort: 'Austen, Jane' }], authorSort: 'Austen, J. & Smith, John' },
    { author: 'Jane Austen', author_sort: 'Austen, J.' },
  ],
  [
    { title: 'A Tale of Two Cities', titleSort: 'Tale of Two Cities, A' },
    { title: 'A Tale of Two Cities', title_sort: 'Tale of Two Cities, A' },
  ],
  [{ title: 'Emma', titleSort: 'Emma' }, { title_sort: null }],
  [{ title: 'Unknown', titleSort: 'Unknown' }, { title_sort: null }],
  [{ authors: [{ name: 'Plato', sort: 'Plato' }] }, { author_sort: 'Plato' }],
  [
    { tags: ['Sea', 'sea', ' Whales, white '] },
    { genre: 'Sea', tags: '["Sea","Whales, white"]', tag_keys: '\nsea\nwhales, white\n' },
  ],
  [{ rating: 1 }, { rating: 1 }],
  [{ rating: 7 }, { rating: 4 }],
  [{ rating: 0 }, { rating: null }],
  [{ rating: 400 }, { rating: null }],
  [
    { series: '', series_index: 3 },
    { series: null, series_index: null },
  ],
  [
    { series: 'Sea', series_index: Number.NaN },
    { series: 'Sea', series_index: null },
  ],
  [{ published: '0101-01-01 00:00:00+00:00' }, { published: null }],
  [{ languages: ['fra'] }, { language: 'fr' }],
  [{ languages: ['und'] }, { language: null }],
  [{ isbn: '978-0-14-143968-6' }, { isbn13: '9780141439686', isbn10: '0141439688' }],
  [{ isbn: '9780141439687' }, { isbn: null, isbn13: null }],
  [{ title: 'A\u202Etitle\nof two lines' }, { title: 'Atitle of two lines' }],
  [{ comments: '<style>p{}</style><p>Fish &amp; <i>chips</i></p>' }, { description: 'Fish & chips' }],
];
for (const [given, wanted] of read)
  test(`calibre's ${JSON.stringify(given)} is ${JSON.stringify(wanted)}`, () => {
    const values = bookValues({ ...none, ...given });
    const names = Object.keys(wanted) as (keyof BookValues)[];
    assert.deepEqual(Object.fromEntries(names.map((name) => [name, values[name]])), wanted);
  });

const empty = bookValues(none);
const book = { ...empty, title: 'File' };
const values = { ...empty, title: 'calibre', series: 'Sea', series_index: 2 };
const rules: [string, Parameters<typeof valuesToSet>, Partial<BookValues>][] = [
  [
    'a new book gets all that calibre says',
    [book, { values, before: null, isNew: true }],
    { title: 'calibre', title_sort: null, series: 'Sea', series_index: 2 },
  ],
  [
    'what calibre does not say stays',
    [
      { ...book, genre: 'Novel' },
      { values: { ...empty, title: 'calibre' }, before: null, isNew: true },
    ],
    { title: 'calibre', title_sort: null },
  ],
  [
    'a book that was here before gets what it lacks',
    [book, { values, before: null, isNew: false }],
    { series: 'Sea', series_index: 2 },
  ],
  [
    'what is as it was imported follows calibre',
    [
      { ...book, title: 'Old' },
      { values, before: { title: 'Old' }, isNew: true },
    ],
    { title: 'calibre', title_sort: null, series: 'Sea', series_index: 2 },
  ],
  [
    'what the reader has changed stays',
    [
      { ...book, title: 'Mine' },
      { values, before: { title: 'Old', series: null, series_index: null }, isNew: true },
    ],
    { series: 'Sea', series_index: 2 },
  ],
  [
    'what the reader has emptied stays empty',
    [book, { values, before: { title: 'File', series: 'Sea', series_index: 2 }, isNew: true }],
    { title: 'calibre', title_sort: null },
  ],
  [
    'a number of the series that the reader has changed keeps its series',
    [
      { ...book, title: 'calibre', series: 'Sea', series_index: 1 },
      { values, before: { title: 'calibre', series: 'Sea', series_index: 9 }, isNew: true },
    ],
    {},
  ],
];
for (const [name, args, wanted] of rules)
  test(name, () => {
    assert.deepEqual(valuesToSet(...args).changes, wanted);
  });
