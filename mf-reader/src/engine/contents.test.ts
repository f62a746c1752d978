/** @jest-environment node */
import type { Manifest, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { chapterMarks, currentEntry, flattenContents } from './contents.ts';

const entry = (
  title: string,
  target: number,
  href: string | null = null,
  children: TocEntry[] = [],
): TocEntry => ({
  title,
  target,
  href,
  children,
});

const spine = [1, 10, 20, 30].map((first_position) => ({
  href: `${first_position}.xhtml`,
  title: null,
  words: 100,
  characters: 600,
  first_position,
  positions: 10,
  linear: true,
}));

const manifest = (toc: TocEntry[], format: Manifest['format'] = 'epub') => ({ toc, spine, format });

test('contents come in the order of reading with their depth and page', () => {
  const toc = [entry('Part', 0, 'a', [entry('One', 1, 'b'), entry('Two', 2, 'c')]), entry('Notes', 3, 'd')];
  expect(
    flattenContents(manifest(toc)).map(({ entry: { title }, depth, page }) => [title, depth, page]),
  ).toEqual([
    ['Part', 0, 1],
    ['One', 1, 10],
    ['Two', 1, 20],
    ['Notes', 0, 30],
  ]);
});

test('[RD-01] an entry within a chapter has the page on which it begins', () => {
  const within = { ...entry('Two', 1, 'b#two'), fraction: 0.55 };
  expect(flattenContents(manifest([entry('One', 1, 'b'), within])).map(({ page }) => page)).toEqual([10, 15]);
});

test('what points nowhere is left out, what lies within it is not', () => {
  const toc = [entry('Nowhere', 77, 'x', [entry('Here', 1, 'b')])];
  expect(flattenContents(manifest(toc)).map(({ entry: { title } }) => title)).toEqual(['Here']);
});

test('entries of a PDF point to pages', () => {
  expect(flattenContents(manifest([entry('Chapter', 17)], 'pdf'))).toMatchObject([{ page: 17 }]);
});

test('the current entry is the one the renderer names, else the last that has begun', () => {
  const contents = flattenContents(manifest([entry('A', 0, 'a'), entry('B', 2, 'b'), entry('C', 2, 'b#c')]));
  expect(currentEntry(contents, { target: 2, tocHref: 'b#c' })).toBe(2);
  expect(currentEntry(contents, { target: 2, tocHref: null })).toBe(1);
  expect(currentEntry(contents, { target: 1, tocHref: null })).toBe(0);
  expect(currentEntry(contents, null)).toBe(-1);
  expect(currentEntry([], { target: 1, tocHref: null })).toBe(-1);
});

test('the slider is marked as deep as there is room', () => {
  const toc = [entry('Part', 0, 'a', [entry('One', 1, 'b'), entry('Two', 2, 'c')]), entry('End', 3, 'd')];
  const contents = flattenContents(manifest(toc));
  expect(chapterMarks(contents, 10)).toEqual([1, 10, 20, 30]);
  expect(chapterMarks(contents, 3)).toEqual([1, 30]);
  expect(chapterMarks(contents, 1)).toEqual([]);
});

test('what points before the first page is left out', () => {
  expect(flattenContents(manifest([entry('Cover', 0), entry('One', 1)], 'pdf'))).toHaveLength(1);
});

test('an entry that the renderer names and nobody knows is found by its chapter', () => {
  const contents = flattenContents(manifest([entry('A', 0, 'a'), entry('B', 2, 'b')]));
  expect(currentEntry(contents, { target: 2, tocHref: 'gone' })).toBe(1);
  expect(currentEntry(contents, { target: 2, tocHref: 'a' })).toBe(0);
  const withoutAddress = flattenContents(manifest([entry('A', 0), entry('B', 2)]));
  expect(currentEntry(withoutAddress, { target: 2, tocHref: null })).toBe(1);
});

test('marks stand in the order of the pages, each once, to the fourth depth', () => {
  const deep = [entry('E', 40)];
  const toc = [
    entry('A', 30, null, [entry('B', 10, null, [entry('C', 20, null, [entry('D', 10, null, deep)])])]),
  ];
  expect(chapterMarks(flattenContents(manifest(toc, 'pdf')), 60)).toEqual([10, 20, 30]);
  expect(chapterMarks(flattenContents(manifest(toc, 'pdf')), 2)).toEqual([10, 30]);
});

test('[R-10] an address in the contents of a PDF is an entry, but never the current one nor a mark', () => {
  const toc = [entry('Home', 0, 'https://example.org/'), entry('One', 4), entry('Heading', 0)];
  const contents = flattenContents({ toc, spine: [], format: 'pdf' });
  expect(contents.map((one) => [one.entry.title, one.page])).toEqual([
    ['Home', 0],
    ['One', 4],
  ]);
  expect(currentEntry(contents, { target: 2, tocHref: null })).toBe(-1);
  expect(currentEntry(contents, { target: 5, tocHref: null })).toBe(1);
  expect(chapterMarks(contents, 10)).toEqual([4]);
});
