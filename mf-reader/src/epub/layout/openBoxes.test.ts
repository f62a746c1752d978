import { withStyleSheets } from '@lectern/shared-contracts/testing/computedStyles.ts';
import { openBoxes, unbrokenLines } from './openBoxes.ts';

beforeAll(withStyleSheets);

test('listings that would be scrolled are shown whole; what the book hides stays hidden', () => {
  const sheet = document.createElement('style');
  sheet.textContent =
    'pre { overflow-x: auto; overflow-y: hidden; max-height: 20em } .fold { overflow-x: hidden; overflow-y: hidden; height: 1px }';
  document.head.append(sheet);
  document.body.innerHTML = '<div style="overflow-y: scroll; height: 90px">x</div>';
  openBoxes(document);
  const [listing, fold] = [...(document.styleSheets[0]?.cssRules ?? [])] as CSSStyleRule[];
  expect(listing?.style.getPropertyValue('overflow-x')).toBe('visible');
  expect(listing?.style.getPropertyValue('overflow-y')).toBe('visible');
  expect(listing?.style.getPropertyValue('max-height')).toBe('');
  expect(fold?.style.getPropertyValue('overflow-y')).toBe('hidden');
  expect(fold?.style.getPropertyValue('height')).toBe('1px');
  const box = document.querySelector('div');
  expect(box?.style.getPropertyValue('overflow-y')).toBe('visible');
  expect(box?.style.height).toBe('');
});

test('boxes that would be wider than a page may be narrower; lines that are not broken are known', () => {
  const sheet = document.createElement('style');
  sheet.textContent =
    '.a { min-width: 900px } .b { min-width: 0px } .c { min-width: 50% } .d { white-space: nowrap } .e { white-space: pre-line }';
  document.head.append(sheet);
  document.body.innerHTML = `<p class="d">d</p><p class="e">e</p><p id="own" style="white-space: pre">f</p>`;
  openBoxes(document);
  const widths = [...(sheet.sheet?.cssRules ?? [])].map((rule) =>
    (rule as CSSStyleRule).style.getPropertyValue('min-width'),
  );
  expect(widths.slice(0, 3)).toEqual(['', '0px', '50%']);
  const known = [...document.querySelectorAll(`.${unbrokenLines}`)].map(({ textContent }) => textContent);
  expect(known).toEqual(['d', 'f']);
});

test('a box that hides nothing can be divided between pages; the page itself stays as it is', () => {
  const sheet = document.createElement('style');
  sheet.textContent = 'html, body, .listing, .fold { overflow-y: hidden }';
  document.head.append(sheet);
  document.body.innerHTML = '<div class="listing">x</div><div class="fold">y</div>';
  const [listing, fold] = [...document.body.children] as HTMLElement[];
  Object.defineProperty(fold, 'scrollHeight', { value: 90 });
  openBoxes(document);
  expect([listing?.style.overflow, listing?.style.display]).toEqual(['visible', 'flow-root']);
  expect(fold?.style.overflow).toBe('');
  expect(document.documentElement.style.overflow + document.body.style.overflow).toBe('');
});

test('[R-01] a box that is too low for its words grows; one of less than two lines stays closed', () => {
  const sheet = document.createElement('style');
  sheet.textContent = 'div { overflow-y: hidden; height: 200px }';
  document.head.append(sheet);
  document.body.innerHTML = '<div>many words</div><div>closed</div>';
  const [low, closed] = [...document.body.children] as HTMLElement[];
  for (const [box, clientHeight] of [
    [low, 200],
    [closed, 20],
  ] as const)
    Object.defineProperties(box, { scrollHeight: { value: 900 }, clientHeight: { value: clientHeight } });
  openBoxes(document);
  expect([low?.style.overflow, low?.style.height]).toEqual(['visible', 'auto']);
  expect([closed?.style.overflow, closed?.style.height]).toEqual(['', '']);
});
