import { openScrollBoxes } from './scrollBoxes.ts';

test('listings that would be scrolled are shown whole; what the book hides stays hidden', () => {
  const sheet = document.createElement('style');
  sheet.textContent =
    'pre { overflow-x: auto; overflow-y: hidden; max-height: 20em } .fold { overflow-x: hidden; overflow-y: hidden; height: 1px }';
  document.head.append(sheet);
  document.body.innerHTML = '<div style="overflow-y: scroll; height: 90px">x</div>';
  openScrollBoxes(document);
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
