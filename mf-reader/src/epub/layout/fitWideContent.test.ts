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
  ['that fits', 300, 300, ''],
  ['that can be read when it is smaller', 500, 500, ''],
  ['that could not be read so small gets wrapped lines whatever the book wants', 4_000, 380, 'lectern-wraps'],
  ['of words that do not fit scrolls in its own box', 4_000, 900, 'lectern-wraps lectern-scrolls'],
])('a table %s', (_, width, wrapped, classes) => {
  const shown = table(width, wrapped);
  expect(shown.className).toBe(classes);
  expect(shown.tabIndex).toBe(classes.includes('scrolls') ? 0 : -1);
});
