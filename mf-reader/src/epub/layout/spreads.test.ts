/** @jest-environment node */
import { type FixedPage, isSingleOfSpreads, spreadOf } from './fixedPage.ts';

const landscape = { width: 1_440, height: 900 };
const portrait = { width: 820, height: 1_180 };
const phone = { width: 844, height: 390 };

/** Pages with these properties. */
const pagesOf = (...said: Omit<FixedPage, 'index'>[]): FixedPage[] =>
  said.map((each, index) => ({ index, ...each }));
/** All spreads of a book, as 'left|right'; a page in the middle is alone. */
function spreads(pages: readonly (FixedPage | null)[], available = landscape, rtl = false): string[] {
  const texts = pages.flatMap((page) => {
    if (page === null) return [];
    const spread = spreadOf(page.index, pages, available, rtl);
    const at = (side: string | null) => spread.find((each) => each.side === side)?.index;
    return [at(null) === undefined ? `${at('left') ?? ''}|${at('right') ?? ''}` : String(at(null))];
  });
  return [...new Set(texts)];
}

test('a cover stands alone, then pages come two by two; one by one where there is no space', () => {
  const pages = pagesOf({}, {}, {}, {}, {});
  expect(spreads(pages)).toEqual(['0', '1|2', '3|4']);
  expect(spreads(pages.slice(0, 4))).toEqual(['0', '1|2', '3']);
  expect(spreads(pages, portrait)).toEqual(['0', '1', '2', '3', '4']);
  expect(spreads(pages, phone)).toEqual(['0', '1', '2', '3', '4']);
  expect(spreads(pages, landscape, true)).toEqual(['0', '2|1', '4|3']);
});

test('[E-02] rendition:spread: none, landscape, both', () => {
  const none = { spread: 'none' } as const;
  expect(spreads(pagesOf(none, none))).toEqual(['0', '1']);
  const wide = { spread: 'landscape' } as const;
  expect(spreads(pagesOf(wide, wide, wide), phone)).toEqual(['0|1', '2']);
  expect(spreads(pagesOf(wide, wide), portrait)).toEqual(['0', '1']);
  const both = { spread: 'both' } as const;
  expect(spreads(pagesOf(both, both), portrait)).toEqual(['0|1']);
});

test('[E-02] page-spread-left, right and center', () => {
  const [left, right, center] = [{ side: 'left' }, { side: 'right' }, { side: 'center' }] as const;
  expect(spreads(pagesOf(left, right, left, right))).toEqual(['0|1', '2|3']);
  expect(spreads(pagesOf(right, {}, {}, {}))).toEqual(['|0', '1|2', '3']);
  expect(spreads(pagesOf(left, left, center, right))).toEqual(['0|', '1|', '2', '|3']);
  expect(spreads(pagesOf({}, right))).toEqual(['0|1']);
  expect(spreads(pagesOf(right, left), landscape, true)).toEqual(['1|0']);
});

test('[E-03] a reflowable chapter ends a spread', () => {
  const [first, , third, fourth] = pagesOf({ side: 'left' }, {}, {}, {});
  expect(spreads([first as FixedPage, null, third as FixedPage, fourth as FixedPage])).toEqual(['0|', '2|3']);
});

test('[E-08] a page that is not turned to stands alone', () => {
  expect(spreadOf(7, pagesOf({}, {}), landscape, false)).toEqual([{ index: 7, side: null }]);
});

test('[E-18] the first and last page among spreads are as large as the others; pages that are never in one fill the window', () => {
  const pages = pagesOf({}, {}, {}, {});
  expect([0, 3].map((index) => isSingleOfSpreads(index, pages, landscape))).toEqual([true, true]);
  expect(isSingleOfSpreads(0, pages, portrait)).toBe(false);
  expect(isSingleOfSpreads(0, pagesOf({}), landscape)).toBe(false);
  expect(isSingleOfSpreads(0, pagesOf({ side: 'center' }, {}, {}), landscape)).toBe(false);
});
