/** @jest-environment node */
import { passwordStrength } from './passwordStrength.ts';

const owner = { name: 'Ada Lovelace', email: 'ada@example.org' };

test.each([
  ['short', 0, 'Password must be at least 8 characters'],
  ['password1', 0, 'This is one of the most common passwords, which are tried first.'],
  ['ada@example.org', 0, 'This password is made of your own name or address, or of ours.'],
  ['abcdefghijk', 1, 'Sequences of characters, such as “abc”, are easy to guess.'],
  ['xyzzyxyzzyxyzzy', 1, 'Repeated characters are easy to guess.'],
  ['four quiet lamps beside the river', 4, 'This password is hard to guess.'],
])('[S-06] the meter explains the strength of %s', (password, score, reason) => {
  expect(passwordStrength(password, owner)).toEqual({ score, reason });
});
