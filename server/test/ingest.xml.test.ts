import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DomHandler, type Element } from 'domhandler';
import {
  attribute,
  childElements,
  decodeMarkup,
  escapeText,
  escapeXml,
  findElement,
  findElements,
  parseXml,
  resolveNamedCharacters,
  textOf,
  wordsOf,
} from '../src/intake/ingest/epub/xml/xml.ts';
import { limits } from '../src/intake/ingest/limits.ts';

describe('a container or package document', () => {
  it('[AF-04] is refused at once for entity declarations', () => {
    const laughs = `<!DOCTYPE p [<!ENTITY a "lol">${'<!ENTITY b "&a;&a;&a;&a;">'.repeat(20)}]><p>&b;</p>`;
    for (const source of [
      laughs,
      '<!DOCTYPE p SYSTEM "http://evil.example/x.dtd" [ ]><p/>',
      '<!ENTITY x SYSTEM "file:///etc/passwd"><p>&x;</p>',
    ]) {
      assert.throws(() => parseXml(Buffer.from(source)), { code: 'epub_unsafe' });
    }
  });

  it('[AF-04] may declare entities that stand for text', () => {
    const source = `<!DOCTYPE p [
      <!ENTITY O "&#x201C;"><!ENTITY who 'Alice &#38; "co"'><!ENTITY who "somebody else">
    ]><p title="&who;">&O;&who;&amp;&nobody;</p>`;
    const root = parseXml(Buffer.from(source));
    assert.equal(textOf(root).trim(), '“Alice & "co"&&nobody;');
    assert.equal(findElement(root, 'p')?.attribs.title, 'Alice & "co"');
  });

  it('[AF-04] [M-12] is refused when such entities would insert more than a million characters', () => {
    const source = `<!DOCTYPE p [<!ENTITY a "${'a'.repeat(1_000)}">]><p>${'&a;'.repeat(1_001)}</p>`;
    assert.throws(() => parseXml(Buffer.from(source)), { code: 'epub_unsafe' });
    assert.equal(textOf(parseXml(Buffer.from(source.replace('&a;', '')))).length, limits.entityText);
  });

  it('[AF-04] may name a document type, which is never fetched', () => {
    const ncx =
      '<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://evil.example/ncx.dtd"><ncx>a&nbsp;b</ncx>';
    assert.equal(textOf(parseXml(Buffer.from(ncx))), 'a\u00a0b');
  });

  it('[AF-04] [M-12] is refused for a depth of 100,000 when the limit is reached', (t) => {
    const built = t.mock.method(DomHandler.prototype, 'onopentag');
    for (const end of ['', '</b>'.repeat(100_000)]) {
      built.mock.resetCalls();
      assert.throws(() => parseXml(Buffer.from(`${'<a>'.repeat(100_000)}${end}`)), { code: 'epub_unsafe' });
      assert.equal(built.mock.callCount(), limits.depth);
    }
  });

  for (const source of ['<!doctype p [ ]><p/>', '<!DOCTYPE p [', '<!entity x "y"><p/>'])
    it(`[AF-04] is refused for ${source}`, () =>
      assert.throws(() => parseXml(Buffer.from(source)), { code: 'epub_unsafe' }));

  it('may have square brackets in its text', () =>
    assert.equal(textOf(parseXml(Buffer.from('<!DOCTYPE p><p>[1]</p>'))), '[1]'));
});

describe('the encoding of a file of a book', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const declared = (label: string) => `<?xml version="1.0" encoding="${label}"?>`;
  const cases: [what: string, bytes: Buffer, text: string][] = [
    ['UTF-8', Buffer.from('<a>café</a>'), '<a>café</a>'],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff<a>café</a>'), '<a>café</a>'],
    [
      'UTF-8 by its mark, whatever it declares',
      Buffer.from(`\ufeff${declared('iso-8859-1')}é`),
      `${declared('iso-8859-1')}é`,
    ],
    ['UTF-16 with a mark', Buffer.from('\ufeff<a>é</a>', 'utf16le'), '<a>é</a>'],
    ['UTF-16 with a mark, big-endian', bigEndian('\ufeff<a>é</a>'), '<a>é</a>'],
    ['UTF-16 without a mark', Buffer.from('<a>é</a>', 'utf16le'), '<a>é</a>'],
    ['UTF-16 without a mark, big-endian', bigEndian('<a>é</a>'), '<a>é</a>'],
    ['a declared encoding', latin(`${declared('iso-8859-1')}caf\xe9`), `${declared('iso-8859-1')}café`],
    [
      'an encoding declared in single quotes',
      latin("\n<?xml version='1.0' encoding = 'windows-1252' ?>\x93"),
      "\n<?xml version='1.0' encoding = 'windows-1252' ?>“",
    ],
    ['the encoding of HTML', latin('<p><meta charset=iso-8859-2>\xb1'), '<p><meta charset=iso-8859-2>ą'],
    [
      'the encoding of older HTML',
      latin('<META http-equiv="Content-Type" content="text/html; charset=iso-8859-2">\xb1'),
      '<META http-equiv="Content-Type" content="text/html; charset=iso-8859-2">ą',
    ],
    ['the encoding of a style sheet', latin('@charset "iso-8859-1";\xe9'), '@charset "iso-8859-1";é'],
    [
      'no encoding that a style sheet only mentions',
      Buffer.from('a{}@charset "iso-8859-1";é'),
      'a{}@charset "iso-8859-1";é',
    ],
    ['an unknown encoding as UTF-8', Buffer.from(`${declared('x-none')}é`), `${declared('x-none')}é`],
    [
      'ASCII that claims to be UTF-16 as UTF-8',
      Buffer.from(`${declared('UTF-16')}é`),
      `${declared('UTF-16')}é`,
    ],
    [
      'an encoding declared too late as UTF-8',
      Buffer.from(`${' '.repeat(1_024)}<meta charset="iso-8859-1">é`),
      `${' '.repeat(1_024)}<meta charset="iso-8859-1">é`,
    ],
    [
      'the line endings of Windows and old Macs',
      Buffer.from('a\r\nb\rc\n\rd\r\r\ne\r'),
      'a\nb\nc\n\nd\n\ne\n',
    ],
    [
      'the line endings of Windows and old Macs, in UTF-16',
      Buffer.from('\ufeffa\r\nb\rc\n\rd', 'utf16le'),
      'a\nb\nc\n\nd',
    ],
  ];
  for (const [what, bytes, text] of cases) it(`reads ${what}`, () => assert.equal(decodeMarkup(bytes), text));

  // Each is a byte order mark, or a < in UTF-16, except for one byte.
  const almost = ['\xef\xbb-', '\xef-\xbf', '-\xbb\xbf', '\xff-', '-\xfe-', '\xfe-', '-\xff-'];
  const almostMarkup = ['<-\0\0', '<\0--', '-\0\0\0', '\0-\0\0', '\0<--', '-<\0\0'];
  for (const start of [...almost, ...almostMarkup])
    it(`takes ${JSON.stringify(start)} for no mark`, () => {
      const source = `${start}<meta charset="iso-8859-1">\xe9`;
      assert.equal(decodeMarkup(latin(source)), source);
    });
});

describe('the markup of a book', () => {
  const characters = [
    ['&nbsp;&mdash;&frac12;', '&#160;&#8212;&#189;'],
    ['&NotEqualTilde;', '&#8770;&#824;'],
    ['&amp;&lt;&gt;&quot;&apos;', '&amp;&lt;&gt;&quot;&apos;'],
    ['&bogus; & &nbsp &#233;', '&bogus; & &nbsp &#233;'],
    ['&ampx; &xlt;', '&ampx; &xlt;'],
    ['none', 'none'],
  ] as const;
  for (const [source, expected] of characters)
    it(`has ${source} as ${expected}`, () => assert.equal(resolveNamedCharacters(source), expected));

  const root = findElement(
    parseXml(
      Buffer.from(
        '<o:r id="1" o:role="aut" xrole="ed"><!-- x --><o:a>one<b>two</b><![CDATA[ & three]]></o:a><b n="1"/>four<c><o:a>five</o:a></c></o:r>',
      ),
    ),
    'r',
  ) as Element;

  it('is found by names without prefix, in the order of the document', () => {
    assert.deepEqual(
      childElements(root).map(({ name }) => name),
      ['o:a', 'b', 'c'],
    );
    assert.deepEqual(
      childElements(root, 'a').map((element) => textOf(element)),
      ['onetwo & three'],
    );
    assert.deepEqual(
      findElements(root, 'a').map((element) => textOf(element)),
      ['onetwo & three', 'five'],
    );
    assert.equal(textOf(findElement(root, 'b') as Element), 'two');
    assert.equal(findElement(root, 'o'), null);
    assert.equal(textOf(root), 'onetwo & threefourfive');
  });

  it('has attributes by their full name, else without prefix', () => {
    assert.equal(attribute(root, 'id'), '1');
    assert.equal(attribute(root, 'role'), 'aut');
    assert.equal(attribute(root, 'o:role'), 'aut');
    assert.equal(attribute(root, 'ole'), undefined);
    const both = findElement(parseXml(Buffer.from('<a o:x="1" x="2"/>')), 'a') as Element;
    assert.equal(attribute(both, 'x'), '2');
  });

  it('has lists of words', () => {
    assert.deepEqual(wordsOf(' nav\n scripted '), ['nav', 'scripted']);
    assert.deepEqual(wordsOf(undefined), []);
  });

  it('is escaped, without characters that XML does not allow', () => {
    assert.equal(escapeXml('<a b="c">&\t\n'), '&lt;a b=&quot;c&quot;&gt;&amp;\t\n');
    assert.equal(escapeXml('a\0\b\v\f\r\u001f\ufffe\uffffb\ud800'), 'ab\ufffd');
    assert.equal(escapeText('<a b="c">&'), '&lt;a b="c"&gt;&amp;');
    assert.equal(escapeText('"'), '"');
  });
});
