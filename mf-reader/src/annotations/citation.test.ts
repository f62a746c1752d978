/** @jest-environment node */
import { citation } from './citation.ts';

const source = { title: 'Moby-Dick', author: 'Herman Melville', chapter: 'Loomings', page: 3 };

test.each([
  ['Call me Ishmael.', source, '“Call me Ishmael.”\n— Herman Melville, Moby-Dick, Loomings, p. 3'],
  [
    '  Call me\n  Ishmael. ',
    { ...source, chapter: null, page: null },
    '“Call me Ishmael.”\n— Herman Melville, Moby-Dick',
  ],
  ['“Grub, ho!”', { ...source, author: '' }, '“Grub, ho!”\n— Moby-Dick, Loomings, p. 3'],
  ['“Ay!” said “nay”', { ...source, chapter: ' ' }, '““Ay!” said “nay””\n— Herman Melville, Moby-Dick, p. 3'],
])('%j is cited', (quote, from, text) => {
  expect(citation(quote, from)).toBe(text);
});
