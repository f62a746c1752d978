import { joinLines } from './joinLines.ts';

test.each([
  ['more difﬁcult to com-\npile than\nstatically typed', 'more difficult to compile than statically typed'],
  ['a soft hy\u00AD\nphen', 'a soft hyphen'],
  ['a typo\u2010 \n graphic one', 'a typographic one'],
  ['Jean-\nPaul', 'Jean-Paul'],
  ['well-known', 'well-known'],
  ['1914-\n1918', '1914- 1918'],
])('words that are cut at the end of a line are whole again: %j', (lines, joined) => {
  expect(joinLines(lines)).toBe(joined);
});
