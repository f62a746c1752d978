/** @jest-environment node */
import fc from 'fast-check';
import { safePath } from './safePath.ts';

const origin = 'https://books.example';

describe('the path to open after sign-in', () => {
  it.each(['/library', '/read/1?at=2#note', '/settings/data-export'])('accepts %s', (next) => {
    expect(safePath(next, origin)).toBe(next);
  });

  it.each([
    null,
    '',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'https://evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    ' /library',
    'library',
  ])('[AA-15] rejects %j', (next) => {
    expect(safePath(next, origin)).toBeNull();
  });

  it('[AA-15] an accepted path is always on this origin', () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'/\\.:@%2fehtps\t?#') });
    fc.assert(
      fc.property(hostile, (text) => {
        const path = safePath(text, origin);
        if (path !== null) expect(new URL(path, origin).origin).toBe(origin);
      }),
    );
  });
});
