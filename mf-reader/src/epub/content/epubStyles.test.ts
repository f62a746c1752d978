import { applyFullWidth, mapStyleAttributes, withoutEpubPrefixes } from './epubStyles.ts';

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
  ['text-transform: -epub-fullwidth', '--lectern-full-width: 1; text-transform: none'],
  ['p { text-transform: uppercase full-width }', 'p { --lectern-full-width: 1; text-transform: uppercase }'],
  ['a[href*="-epub-x"] { content: "-epub-" }', 'a[href*="-epub-x"] { content: "-epub-" }'],
])('[E-06] %s is %s', (written, meant) => {
  expect(withoutEpubPrefixes(written)).toBe(meant);
});

test('[E-06] style attributes are mapped before a browser drops what it does not know', () => {
  const chapter = new DOMParser().parseFromString('<p style="-epub-hyphens: none">a</p>', 'text/html');
  mapStyleAttributes(chapter);
  expect(chapter.querySelector('p')?.getAttribute('style')).toBe('hyphens: none');
});

test('[E-06] text-transform: full-width is done to the letters, one by one', () => {
  document.body.innerHTML = '<p style="--lectern-full-width: 1">12 ab<br>あ</p><p>12</p>';
  applyFullWidth(document);
  expect(document.body.textContent).toBe('１２ ａｂあ12');
});
