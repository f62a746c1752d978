/** @jest-environment node */
import { formatPublished } from './formats.ts';

test.each([
  ['2014', '2014'],
  ['2014-05', 'May 2014'],
  ['2014-05-25', 'May 25, 2014'],
  ['-0043', '44 BC'],
  ['-0043-03-15', '44 BC'],
  ['ca. 1890', 'ca. 1890'],
  [null, null],
])('[B-04] a book published %s shows %s', (published, shown) => {
  expect(formatPublished(published, 'en')).toBe(shown);
});
