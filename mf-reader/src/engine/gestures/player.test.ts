import { isPlayerKey } from './gestures.ts';

test.each([
  ['audio', ' ', true],
  ['video', 'ArrowRight', true],
  ['video', 'PageDown', false],
  ['video', 'Escape', false],
  ['audio', 'f', false],
  ['p', ' ', false],
])('in <%s> the key “%s” operates the player: %s', (element, key, expected) => {
  expect(isPlayerKey({ target: document.createElement(element), key })).toBe(expected);
});
