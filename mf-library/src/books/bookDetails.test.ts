/** @jest-environment node */
import { sampleBook } from '../testing/sampleBooks.ts';
import { changedDetails, detailsOf } from './bookDetails.ts';

test('only what was changed is written, trimmed, and an emptied field is null', () => {
  const book = sampleBook(1, { genre: 'Fiction', series: 'Barsetshire', series_index: 2 });
  const details = { ...detailsOf(book), title: ' The Warden ', genre: ' ', series_index: '1.5' };
  expect(changedDetails(book, details)).toEqual({ title: 'The Warden', genre: null, series_index: 1.5 });
});

test('nothing is written where nothing was changed', () => {
  const book = sampleBook(1);
  expect(changedDetails(book, detailsOf(book))).toEqual({});
});
