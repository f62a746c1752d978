/** @jest-environment node */

import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Chapters } from './content/chapters.ts';
import { destinationOf } from './placeOf.ts';

const spine = [
  { first_position: 1, positions: 1 },
  { first_position: 2, positions: 4 },
];
const book = {
  manifest: { spine } as unknown as Manifest,
  chapters: { first: () => 1 } as Chapters,
};

describe('the destination of a locator', () => {
  it('is its chapter', () => {
    const locator = { spine_index: 0, fraction: 0.5, page: 4 };
    expect(destinationOf(locator, book)).toEqual({
      index: 0,
      arrival: { at: 'locator', locator, flash: false },
    });
  });

  it('is the place of its page where it has no chapter', () => {
    const arrival = { at: 'locator', locator: { page: 4, spine_index: 1, fraction: 0.5 }, flash: true };
    expect(destinationOf({ page: 4 }, book, true)).toEqual({ index: 1, arrival });
  });

  it.each([
    [
      { spine_index: 7, page: 4 },
      { page: 4, spine_index: 1, fraction: 0.5 },
    ],
    [
      { spine_index: 7, fraction: 0.4 },
      { spine_index: 1, fraction: 0 },
    ],
    [{ cfi: 'epubcfi(/6/20!/4/2/1:0)' }, { spine_index: 1, fraction: 0 }],
    [{ spine_index: -1 }, { spine_index: 1, fraction: 0 }],
  ])('is the page or the last chapter where the book has no such chapter: %j', (stored, locator) => {
    expect(destinationOf(stored, book)).toEqual({
      index: 1,
      arrival: { at: 'locator', locator, flash: false },
    });
  });

  it('is the start of the first chapter where there is no locator', () => {
    expect(destinationOf(null, book)).toEqual({ index: 1, arrival: { at: 'start' } });
  });
});
