import { greeting } from './greeting.ts';

it.each([
  [0, 'Good evening'],
  [4, 'Good evening'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
  [23, 'Good evening'],
])('[L-18] at hour %d it is %s', (hour, expected) => {
  expect(greeting(hour)).toBe(expected);
});
