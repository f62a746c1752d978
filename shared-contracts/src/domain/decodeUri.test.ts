import { decodeUri } from './decodeUri.ts';

test.each([
  ['caf%C3%A9%23two', 'café#two'],
  ['100% cotton', '100% cotton'],
  ['%ff', '%ff'],
  ['plain', 'plain'],
])('%s is decoded to %s', (part, decoded) => {
  expect(decodeUri(part)).toBe(decoded);
});
