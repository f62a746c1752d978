import { applyUserStyles, relativeSize } from './userStyles.ts';

test.each([
  ['16px', '1rem'],
  ['12pt', '1rem'],
  ['8px', '0.5rem'],
  ['0.5in', '3rem'],
  ['1.2em', null],
  ['110%', null],
  ['large', null],
  ['calc(1px + 1em)', null],
])('%s becomes %s', (size, relative) => {
  expect(relativeSize(size)).toBe(relative);
});

test('sizes in points follow the reader; justified text is the reader’s choice, centred text stays', () => {
  const sheet = document.createElement('style');
  sheet.textContent = 'p { font-size: 12pt; text-align: justify } h1 { text-align: center; font-size: 2em }';
  document.head.append(sheet);
  document.body.innerHTML = '<p style="font-size: 8px">x</p>';
  applyUserStyles(document);
  const rules = [...(document.styleSheets[0]?.cssRules ?? [])] as CSSStyleRule[];
  expect(rules[0]?.style.getPropertyValue('font-size')).toBe('1rem');
  expect(rules[0]?.style.getPropertyValue('text-align')).toBe('');
  expect(rules[1]?.style.getPropertyValue('text-align')).toBe('center');
  expect(rules[1]?.style.getPropertyValue('font-size')).toBe('2em');
  expect(document.querySelector('p')?.style.fontSize).toBe('0.5rem');
});
