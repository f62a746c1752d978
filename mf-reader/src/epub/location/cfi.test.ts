import fc from 'fast-check';
import { TextMap } from '../../engine/textMap.ts';
import { cfiOf, rangeOfCfi, spineIndexOf } from './locate.ts';

const base = '/6/14';

/** Small trees of paragraphs with inline elements and problematic ids. */
const chapters = fc
  .array(
    fc.tuple(
      fc.constantFrom('p', 'h2', 'blockquote', 'div'),
      fc.option(fc.constantFrom('a]b', 'x:1', 'p/3', 'n,2', 'plain'), { nil: '' }),
      fc.array(fc.tuple(fc.constantFrom('', 'i', 'b', 'a'), fc.stringMatching(/^[a-z ]{0,10}[a-z]$/)), {
        minLength: 1,
        maxLength: 5,
      }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((blocks) =>
    blocks
      .map(([tag, id, runs]) => {
        const inner = runs.map(([mark, text]) => (mark ? `<${mark}>${text}</${mark}>` : text)).join('');
        return `<${tag} id="${id}">${inner}</${tag}>`;
      })
      .join('\n'),
  );

test('any words of a chapter are found again by their CFI', () => {
  fc.assert(
    fc.property(chapters, fc.nat(), fc.nat(60), (markup, seed, length) => {
      const page = new DOMParser().parseFromString(
        `<html><head></head><body>${markup}</body></html>`,
        'text/html',
      );
      const map = new TextMap(page.body);
      const start = seed % map.length;
      const range = map.rangeOf({ start, end: Math.min(map.length, start + 1 + length) });
      const cfi = range && cfiOf(range, base);
      expect(cfi).toMatch(/^epubcfi\(\/6\/14!\//);
      expect(cfi && rangeOfCfi(cfi, page)?.toString()).toBe(range?.toString());
    }),
  );
});

test('the chapter of a CFI', () => {
  expect(spineIndexOf('epubcfi(/6/14!/4/2/1:3)')).toBe(6);
  expect(spineIndexOf('epubcfi(/6/2[id]!/4)')).toBe(0);
});

test.each(['', 'epubcfi()', 'epubcfi(/6)', 'nonsense', 'epubcfi(/6/4!/400/2/1:9)'])(
  '%j points nowhere',
  (cfi) => {
    const page = new DOMParser().parseFromString('<p>text</p>', 'text/html');
    expect(rangeOfCfi(cfi, page)).toBeNull();
  },
);
