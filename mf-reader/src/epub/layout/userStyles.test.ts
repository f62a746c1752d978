import { applyUserStyles, relativeSize } from './userStyles.ts';

test.each([
  ['16px', '1rem'],
  ['12pt', '1rem'],
  ['8px', '0.5rem'],
  ['0.5in', '3rem'],
  ['1.2em', null],
  ['110%', null],
  ['small', '0.813rem'],
  ['medium', '1rem'],
  ['larger', null],
  ['calc(1px + 1em)', null],
])('%s becomes %s', (size, relative) => {
  expect(relativeSize(size)).toBe(relative);
});

test('sizes in points follow the reader; justified text is the reader’s choice, centred text stays', () => {
  const sheet = document.createElement('style');
  sheet.textContent =
    'p { font-size: 12pt; text-align: justify } h1 { text-align: center; font-size: 2em; line-height: 24px }';
  document.head.append(sheet);
  document.body.innerHTML = '<p style="font-size: 8px">x</p>';
  applyUserStyles(document);
  const rules = [...(document.styleSheets[0]?.cssRules ?? [])] as CSSStyleRule[];
  expect(rules[0]?.style.getPropertyValue('font-size')).toBe('1rem');
  expect(rules[0]?.style.getPropertyValue('text-align')).toBe('');
  expect(rules[1]?.style.getPropertyValue('text-align')).toBe('center');
  expect(rules[1]?.style.getPropertyValue('font-size')).toBe('2em');
  expect(rules[1]?.style.getPropertyValue('line-height')).toBe('1.5rem');
  expect(document.querySelector('p')?.style.fontSize).toBe('0.5rem');
  sheet.remove();
});

test('text of a drawing keeps the size that fits the drawing', () => {
  const sheet = document.createElement('style');
  sheet.textContent = '.label { font-size: 8px } .caption { font-size: 8px } ::first-line { font-size: 8px }';
  document.head.append(sheet);
  document.body.innerHTML =
    '<svg><text class="label">x</text><text style="font-size: 8px">y</text></svg><p class="caption">z</p>';
  applyUserStyles(document);
  const rules = [...(document.styleSheets[0]?.cssRules ?? [])] as CSSStyleRule[];
  expect(rules.map(({ style }) => style.getPropertyValue('font-size'))).toEqual(['8px', '0.5rem', '0.5rem']);
  expect(document.querySelector('svg [style]')?.getAttribute('style')).toBe('font-size: 8px');
});
