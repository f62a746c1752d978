import { mapStyleAttributes, withoutEpubPrefixes } from './epubStyles.ts';

test.each([
  ['p{-epub-hyphens:auto}', 'p{hyphens:auto}'],
  [
    'p { color: red; -epub-text-align-last : right !important }',
    'p { color: red; text-align-last : right !important }',
  ],
  ['-epub-text-combine: horizontal', 'text-combine-upright: all'],
  ['-epub-text-combine-horizontal: all', 'text-combine-upright: all'],
  ["-epub-text-emphasis-style: 'a'", "text-emphasis-style: 'a'"],
  ['-epub-text-orientation: rotate-right', 'text-orientation: sideways'],
  ['text-transform: -epub-fullwidth', 'text-transform: full-width'],
  ['a[href*="-epub-x"] { content: "-epub-" }', 'a[href*="-epub-x"] { content: "-epub-" }'],
])('[E-06] %s is %s', (written, meant) => {
  expect(withoutEpubPrefixes(written)).toBe(meant);
});

test('[E-06] style attributes are mapped before a browser drops what it does not know', () => {
  const chapter = new DOMParser().parseFromString('<p style="-epub-hyphens: none">a</p>', 'text/html');
  mapStyleAttributes(chapter);
  expect(chapter.querySelector('p')?.getAttribute('style')).toBe('hyphens: none');
});
