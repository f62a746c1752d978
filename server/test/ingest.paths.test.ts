import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  encodePath,
  extensionOf,
  type Reference,
  relativeAddress,
  resolveReference,
} from '../src/intake/ingest/epub/container/paths.ts';
import fc from './support/fastCheck.ts';

describe('a reference in a book', () => {
  const cases: [from: string, reference: string, path: string | null][] = [
    ['OPS/text/a.xhtml', 'b.xhtml', 'OPS/text/b.xhtml'],
    ['OPS/text/a.xhtml', '../css/x.css?y#z', 'OPS/css/x.css'],
    ['OPS/text/a.xhtml', '#z', 'OPS/text/a.xhtml'],
    ['OPS/a.xhtml', '/OPS/b.xhtml', 'OPS/b.xhtml'],
    ['OPS/a.xhtml', 'b%20c%C3%A4.xhtml', 'OPS/b cä.xhtml'],
    ['OPS/a.xhtml', '100%.xhtml', 'OPS/100%.xhtml'],
    // The root is its own parent: a name in the archive that does not exist.
    ['OPS/a.xhtml', '../../etc/passwd', 'etc/passwd'],
    ['OPS/a.xhtml', '%2e%2e/%2e%2e/etc/passwd', 'etc/passwd'],
    ['OPS/a.xhtml', '..%2f..%2fetc%2fpasswd', null],
    ['OPS/a.xhtml', '..\\..\\etc\\passwd', 'etc/passwd'],
    ['OPS/a.xhtml', '..%5c..%5cetc', null],
    ['OPS/a.xhtml', '//evil.example/x', null],
    ['OPS/a.xhtml', '\\\\evil.example\\x', null],
    ['OPS/a.xhtml', '/\t/evil.example/x', null],
  ];
  for (const [from, reference, path] of cases) {
    it(`[AF-02] ${reference} leads to ${path ?? 'nothing'}`, () => {
      const found = resolveReference(from, reference);
      assert.equal(found.kind === 'inside' ? found.path : null, path);
    });
  }

  it('[AF-02] never leads outside, and leads to the same file when written again', () => {
    const segment = fc.oneof(
      fc.constantFrom('..', '.', 'a', 'b c', 'ä', '%2e%2e', 'x.y', 'a:b', "q'()"),
      fc.string({ minLength: 1, maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
        const found = resolveReference('OPS/deep/a.xhtml', segments.join('/'));
        if (found.kind !== 'inside') return;
        assert.ok(!found.path.split('/').some((part) => part === '..' || part === '' || part === '.'));
        const again = resolveReference('OPS/other/b.xhtml', relativeAddress('OPS/other/b.xhtml', found.path));
        assert.equal(again.kind === 'inside' ? again.path : null, found.path.toWellFormed());
      }),
    );
  });

  const inside = (path: string, fragment: string | null = null): Reference => ({
    kind: 'inside',
    path,
    fragment,
  });
  const outside = (scheme: string, url: string): Reference => ({ kind: 'outside', scheme, url });
  const none: Reference = { kind: 'none' };
  const whole: [reference: string, expected: Reference][] = [
    ['b.xhtml#part?1', inside('OPS/b.xhtml', 'part?1')],
    ['b.xhtml?query#part', inside('OPS/b.xhtml', 'part')],
    ['?query', inside('OPS/a.xhtml')],
    ['', inside('OPS/a.xhtml')],
    ['#', inside('OPS/a.xhtml', '')],
    ['.', inside('OPS')],
    ['..', none],
    ['b//./c.xhtml', inside('OPS/b/c.xhtml')],
    ['a%zz b.xhtml', inside('OPS/a%zz b.xhtml')],
    ['b%00.xhtml', none],
    [' \u0000\u0001b c.xhtml \u0002 ', inside('OPS/b c.xhtml')],
    ['b\t.xh\ntml\r', inside('OPS/b.xhtml')],
    ['HTTPS://Example.org/A', outside('https', 'HTTPS://Example.org/A')],
    [' java\nscript:a()', outside('javascript', 'javascript:a()')],
    ['x-y.z+1:a', outside('x-y.z+1', 'x-y.z+1:a')],
    ['h:a', outside('h', 'h:a')],
    ['b/c:d.xhtml', inside('OPS/b/c:d.xhtml')],
    ['1b:c.xhtml', inside('OPS/1b:c.xhtml')],
  ];
  for (const [reference, expected] of whole) {
    it(`${JSON.stringify(reference)} is ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(resolveReference('OPS/a.xhtml', reference), expected));
  }

  const relative: [from: string, to: string, expected: string, fragment?: string][] = [
    ['OPS/a.xhtml', 'OPS/b.xhtml', 'b.xhtml'],
    ['OPS/text/a.xhtml', 'OPS/img/b.png', '../img/b.png'],
    ['OPS/x/y/a.xhtml', 'b.png', '../../../b.png'],
    ['a.xhtml', 'OPS/img/b.png', 'OPS/img/b.png'],
    ['OPS/a.xhtml', 'OPS/a/b.png', 'a/b.png'],
    ['OPS/a/b.xhtml', 'OPS/a', '../a'],
    ['OPS/x/a.xhtml', 'OPT/x/b.png', '../../OPT/x/b.png'],
    ['OPS/a.xhtml', 'OPS/a.xhtml', 'a.xhtml'],
    ['OPS/a.xhtml', 'OPS/a.xhtml', '#part', 'part'],
    ['OPS/a.xhtml', 'OPS/b.xhtml', 'b.xhtml#part', 'part'],
    ['OPS/a.xhtml', 'OPS/b c.xhtml', 'b%20c.xhtml#x%20%22%3Cy%3E%22ä', 'x "<y>"ä'],
  ];
  for (const [from, to, expected, fragment] of relative) {
    it(`from ${from} to ${to}${fragment ? `, ${fragment},` : ''} is written ${expected}`, () =>
      assert.equal(relativeAddress(from, to, fragment), expected));
  }
});

describe('the path of a file in a book', () => {
  it('is encoded so that quotes and brackets end no attribute or style', () =>
    assert.equal(encodePath("OPS/b c/ä'(1)*!.xhtml"), 'OPS/b%20c/%C3%A4%27%281%29%2a%21.xhtml'));

  const extensions = [
    ['OPS/a.XHTML', 'xhtml'],
    ['a.tar.gz', 'gz'],
    ['OPS.d/a', ''],
    ['a.', ''],
    ['a.b-c', ''],
    ['a.jpg ', ''],
  ] as const;
  for (const [path, extension] of extensions) {
    it(`${JSON.stringify(path)} has the extension "${extension}"`, () =>
      assert.equal(extensionOf(path), extension));
  }
});
