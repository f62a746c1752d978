import { fitWideContent } from './fitWideContent.ts';

/**
 * A table in a column of 400 pixels.
 * @param wrapped its width with wrapped lines
 */
function table(width: number, wrapped: number): HTMLElement {
  document.body.innerHTML = '<div><table><tr><td nowrap>x</td></tr></table></div>';
  const element = document.querySelector('table') as HTMLElement;
  Object.defineProperty(element.parentElement, 'clientWidth', { value: 400 });
  Object.defineProperty(element, 'scrollWidth', {
    get: () => (element.classList.contains('lectern-wraps') ? wrapped : width),
  });
  fitWideContent(document);
  return element;
}

// jsdom does not support zoom, so the scale is given.
test.each([
  ['that fits', 300, 300, false],
  ['that can be read when it is smaller', 500, 500, false],
  ['that could not be read so small', 4_000, 380, true],
])('lines of a table %s wrap as the book wants, or whatever it wants', (_, width, wrapped, wraps) => {
  expect(table(width, wrapped).classList.contains('lectern-wraps')).toBe(wraps);
});
