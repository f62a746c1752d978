import { markTransparentPictures, needsPaper } from './colorScheme.ts';

const clear = [0, 0, 0, 0];
const black = [0, 0, 0, 255];
const white = [255, 255, 255, 255];
const yellow = [250, 210, 60, 255];
const pixels = (...parts: [number[], number][]) =>
  parts.flatMap(([pixel, count]) => Array(count).fill(pixel).flat());

test.each([
  ['black lines on a transparent ground', pixels([clear, 90], [black, 10]), true],
  ['thin lines, mostly transparent when made small', pixels([[0, 0, 0, 12], 100]), true],
  ['white boxes with black lines beside them', pixels([clear, 20], [white, 70], [black, 10]), true],
  ['black lines on a white ground', pixels([white, 90], [black, 10]), false],
  ['a photograph with round corners', pixels([clear, 2], [black, 98]), false],
  ['light ink on a transparent ground', pixels([clear, 90], [white, 10]), false],
  ['a bright picture on a transparent ground', pixels([clear, 50], [yellow, 50]), false],
  ['a picture that has not been drawn', pixels([clear, 100]), false],
])('[R-04] light paper behind %s', (_, picture, expected) => {
  expect(needsPaper(picture)).toBe(expected);
});

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.removeAttribute('style');
});

test.each([
  ['dark', true],
  ['light', false],
])('[R-04] a drawing of dark shapes gets paper on a dark page only: %s', (scheme, expected) => {
  document.documentElement.style.setProperty('color-scheme', scheme);
  const dark = '<path style="fill: rgb(0, 0, 0)"/>';
  const light = '<path style="fill: rgb(255, 255, 255); stroke: none"/>';
  document.body.innerHTML = `<svg id="dark">${light}<svg>${dark}</svg></svg><svg id="light">${light}</svg>
    <svg id="inverted" style="filter: invert(100%)">${dark}</svg>`;
  markTransparentPictures(document);
  const marked = [...document.querySelectorAll('.lectern-on-paper')].map(({ id }) => id);
  expect(marked).toEqual(expected ? ['dark'] : []);
});
