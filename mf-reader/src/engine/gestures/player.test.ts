import { isPlayerKey } from './player.ts';

test('Ctrl+F searches from a player, too', () => {
  const target = document.createElement('video');
  expect(isPlayerKey({ target, key: 'f' })).toBe(true);
  expect(isPlayerKey({ target, key: 'f', ctrlKey: true })).toBe(false);
});

test.each([
  ['audio', ' ', true],
  ['video', 'ArrowRight', true],
  ['video', 'PageDown', false],
  ['video', 'Escape', false],
  ['lectern-player', 'Enter', true],
  ['p', ' ', false],
])('in <%s> the key “%s” operates the player: %s', (element, key, expected) => {
  expect(isPlayerKey({ target: document.createElement(element), key })).toBe(expected);
});
