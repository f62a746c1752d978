import { greeting } from './greeting.ts';

it.each([
  [0, 'Good night'],
  [4, 'Good night'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('at %d one says %s', (hour, said) => {
  expect(greeting(hour)).toBe(said);
});
