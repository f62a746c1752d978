/** @jest-environment node */
import { tokenFor } from '../testing/tokens.ts';
import { isExpired, tokenHolder } from './accessToken.ts';

const now = Date.parse('2026-01-01T12:00:00Z');
const of = (claims: unknown) =>
  `header.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;

test('a token expires exactly at its expiry time', () => {
  const token = tokenFor(now);
  expect(isExpired(token, now - 1)).toBe(false);
  expect(isExpired(token, now)).toBe(true);
});

test.each([
  ['only one part', 'token'],
  ['invalid base64', 'header.*.signature'],
  ['invalid JSON', `header.${btoa('{')}.signature`],
  ['no claims', of(null)],
  ['a string as claims', of('exp')],
  ['no expiry', of({ sub: 'u1' })],
  ['a string as expiry', of({ exp: '4102444800' })],
  ['an infinite expiry', `header.${btoa('{"exp":1e999}')}.signature`],
])('a token with %s has expired', (_, token) => {
  expect(isExpired(token, 0)).toBe(true);
});

test.each([
  ['its reader', of({ sub: 'u1' }), 'u1'],
  [
    'its reader, with characters that base64url encodes differently from base64',
    of({ sub: '>>>???~~~' }),
    '>>>???~~~',
  ],
  ['nobody without a subject', of({}), null],
  ['nobody with a numeric subject', of({ sub: 7 }), null],
  ['nobody when it cannot be decoded', 'token', null],
])('a token belongs to %s', (_, token, holder) => {
  expect(tokenHolder(token)).toBe(holder);
});
