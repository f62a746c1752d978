import { divideBoxes } from './divideBoxes.ts';

/** A page of 800 pixels whose boxes have these heights. */
function pageOf(markup: string, heights: Readonly<Record<string, number>>): void {
  document.body.innerHTML = markup;
  const longest = Math.max(...Object.values(heights));
  Object.defineProperties(document.documentElement, {
    clientHeight: { value: 800, configurable: true },
    scrollHeight: {
      get: () => longest,
      configurable: true,
    },
  });
  Object.defineProperty(document.body, 'offsetHeight', { value: 800, configurable: true });
  for (const box of document.body.querySelectorAll('*'))
    box.getBoundingClientRect = () => new DOMRect(0, 0, 300, heights[box.id] ?? 20);
}
const styleOf = (id: string) => document.getElementById(id)?.style;

test('[R-01] boxes longer than a page become divisible, others stay as they are', () => {
  pageOf(
    `<div id="long" style="display: inline-block">words</div><div id="table" style="display: inline-table">words</div>
     <span id="short" style="display: inline-block">label</span>
     <div id="hides" style="overflow-y: hidden; height: 2000px">words</div>
     <div id="placed" style="position: absolute">words</div>`,
    { long: 3_000, table: 900, hides: 2_000, placed: 900 },
  );
  divideBoxes(document);
  expect([styleOf('long')?.display, styleOf('table')?.display]).toEqual(['block', 'table']);
  expect([styleOf('hides')?.overflow, styleOf('hides')?.height]).toEqual(['visible', 'auto']);
  expect(styleOf('placed')?.position).toBe('static');
  expect(styleOf('short')?.cssText).toBe('display: inline-block;');
});

test('[R-01] nothing is changed on a page that is not cut off', () => {
  pageOf('<div id="long" style="display: inline-block">words</div>', { long: 700 });
  divideBoxes(document);
  expect(styleOf('long')?.display).toBe('inline-block');
});
