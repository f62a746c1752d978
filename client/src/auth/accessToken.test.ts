import { tokenFor } from '../testing/tokens.ts';
import { isExpired, tokenHolder } from './accessToken.ts';

const now = Date.parse('2026-01-01T12:00:00Z');
const of = (claims: unknown) =>
  `header.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;

test('a token has ended at its very second', () => {
  const token = tokenFor(now);
  expect(isExpired(token, now - 1)).toBe(false);
  expect(isExpired(token, now)).toBe(true);
});

test.each([
  ['no parts', 'token'],
  ['no base64', 'header.*.signature'],
  ['no JSON', `header.${btoa('{')}.signature`],
  ['no claims', of(null)],
  ['a text for claims', of('exp')],
  ['no end', of({ sub: 'u1' })],
  ['a text for an end', of({ exp: '4102444800' })],
  ['no number for an end', `header.${btoa('{"exp":1e999}')}.signature`],
])('a token with %s has ended', (_, token) => {
  expect(isExpired(token, 0)).toBe(true);
});

test.each([
  ['its reader', of({ sub: 'u1' }), 'u1'],
  [
    'its reader, in letters that base64 for addresses writes in its own way',
    of({ sub: '>>>???~~~' }),
    '>>>???~~~',
  ],
  ['nobody without a name', of({}), null],
  ['nobody with a number', of({ sub: 7 }), null],
  ['nobody when it is not to be decoded', 'token', null],
])('a token belongs to %s', (_, token, holder) => {
  expect(tokenHolder(token)).toBe(holder);
});
