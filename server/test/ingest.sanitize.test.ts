import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codePoint } from '@lectern/shared-contracts/testing/codePoint.ts';
import {
  parseDocument,
  sanitizeDocument,
  scanDocument,
} from '../src/intake/ingest/epub/sanitize/sanitizeDocument.ts';
import { limits } from '../src/intake/ingest/limits.ts';
import { page } from './support/bookFiles.ts';
import fc from './support/fastCheck.ts';
import { dangers, inspect } from './support/inspect.ts';
import { policy, sanitized } from './support/sanitized.ts';

describe('a page of a book', () => {
  const kept: [what: string, source: string, expected?: string][] = [
    [
      'roles of EPUB',
      '<section epub:type="chapter" id="a"><p class="x" lang="fr" dir="rtl">Oui</p></section>',
    ],
    ['ruby', '<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>'],
    [
      'formulas',
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>',
    ],
    [
      'the words of a formula apart, without what indents its parts',
      `<math xmlns="http://www.w3.org/1998/Math/MathML">\n    <mrow>\n\t<mi>a</mi>\n\t<mtext> if\n  so </mtext>\n    </mrow>\n</math>`,
      `<math xmlns="http://www.w3.org/1998/Math/MathML"> <mrow> <mi>a</mi> <mtext> if\n  so </mtext> </mrow> </math>`,
    ],
    [
      'brackets of formulas, as operators: browsers know mfenced no more',
      `<math xmlns="http://www.w3.org/1998/Math/MathML"><mfenced open="[" close=""><mi>a</mi><mi>b</mi></mfenced><mfenced id="f" separators=""><mi>a</mi><mi>b</mi></mfenced><mfenced separators=";&lt;"><mi>a</mi><mfenced><mi>b</mi></mfenced><mi>c</mi><mi>d</mi></mfenced></math>`,
      `<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mo form="prefix" stretchy="true">[</mo><mi>a</mi><mo>,</mo><mi>b</mi></mrow><mrow id="f"><mo form="prefix" stretchy="true">(</mo><mi>a</mi><mi>b</mi><mo form="postfix" stretchy="true">)</mo></mrow><mrow><mo form="prefix" stretchy="true">(</mo><mi>a</mi><mo>;</mo><mrow><mo form="prefix" stretchy="true">(</mo><mi>b</mi><mo form="postfix" stretchy="true">)</mo></mrow><mo>&lt;</mo><mi>c</mi><mo>&lt;</mo><mi>d</mi><mo form="postfix" stretchy="true">)</mo></mrow></math>`,
    ],
    [
      'prefixed formulas, without the prefix',
      '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>a</m:mi></m:math>',
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>a</mi></math>',
    ],
    [
      'drawings in their spelling',
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1"><linearGradient id="g"></linearGradient><image xlink:href="a.jpg"></image><rect fill="url(&quot;#g&quot;)"></rect></svg>',
    ],
    ['tables', '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>'],
    ['empty elements that HTML would not close', '<p><a id="x"></a><i></i></p>'],
    ['void elements', '<p>a<br/>b<img src="a.png" alt="A"/></p>'],
    ['inline style', '<p style="color:red">x</p>'],
    ['white space', '<p>  a\n\tb </p>\n'],
    ['links within the book', '<a href="two.xhtml#x">x</a>'],
    [
      'links to outside, in a tab of their own and without a referrer',
      '<a href="https://example.org/">x</a>',
      '<a href="https://example.org/" target="_blank" rel="noreferrer noopener">x</a>',
    ],
    [
      'a picture in an object',
      '<object data="a.svg" type="image/svg+xml">no</object>',
      '<img src="a.svg" alt=""/>',
    ],
    [
      'a film, with controls and never by itself',
      '<video src="a.mp4" autoplay="autoplay"></video>',
      '<video src="a.mp4" controls="controls"></video>',
    ],
    [
      'the first drawable case of a switch',
      '<epub:switch><epub:case required-namespace="urn:x">no</epub:case><epub:case required-namespace="http://www.w3.org/1998/Math/MathML">yes</epub:case><epub:default>no</epub:default></epub:switch>',
      'yes',
    ],
    [
      'the default of a switch',
      '<epub:switch><epub:case required-namespace="urn:x">no</epub:case><epub:default>yes</epub:default></epub:switch>',
      'yes',
    ],
    [
      'the first case of a switch without a default, when none is drawable',
      '<epub:switch><epub:case required-namespace="urn:x"><x:atom xmlns:x="urn:x" onclick="a()">one<script>no</script></x:atom></epub:case><epub:case required-namespace="urn:y">no</epub:case></epub:switch><epub:switch><epub:case required-namespace="urn:x">no</epub:case><epub:case required-namespace="http://www.w3.org/2000/svg">two</epub:case></epub:switch><epub:switch/>',
      'onetwo',
    ],
    ['named characters', '<p>a&nbsp;b&mdash;c&eacute; &amp;amp;</p>', '<p>a\u00a0b—cé &amp;amp;</p>'],
  ];
  for (const [what, source, expected = source] of kept) {
    it(`keeps ${what}`, () => assert.equal(sanitized(page(source)).body, expected));
  }

  const attacks: [what: string, source: string][] = [
    ['a script', '<p>x</p><script>alert(1)</script>'],
    ['a script of another prefix', '<s:script xmlns:s="http://www.w3.org/1999/xhtml">alert(1)</s:script>'],
    [
      'a script in a drawing',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>alert(1)</script></svg>',
    ],
    ['event handlers', '<p onclick="a()" ONMOUSEOVER="b()" style="x">x</p><img src="x" onerror="a()"/>'],
    [
      'javascript: in disguises',
      '<a href="javascript:a()">1</a><a href=" java&#10;script:a()">2</a><a href="&#1;JaVaScRiPt:a()">3</a>',
    ],
    [
      'javascript: in a drawing',
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink"><a l:href="javascript:a()"><text>x</text></a></svg>',
    ],
    [
      'an animated address [M-03]',
      '<svg xmlns="http://www.w3.org/2000/svg"><a><animate attributeName="href" values="javascript:a()"/><set attributeName="xlink:href" to="javascript:a()"/></a></svg>',
    ],
    ['a document in data:', '<a href="data:text/html,&lt;script&gt;">x</a><img src="data:text/html,x"/>'],
    [
      'frames',
      '<iframe src="https://evil.example/" srcdoc="&lt;script&gt;"></iframe><frameset><frame src="x"/></frameset>',
    ],
    [
      'plug-ins',
      '<object data="https://evil.example/x.swf"><embed src="x"/></object><applet code="x"></applet>',
    ],
    [
      'a form',
      '<form action="https://evil.example/"><input name="password"/><textarea>x</textarea><button formaction="x">Sign in</button></form>',
    ],
    ['a base', '<base href="https://evil.example/"/>'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example/"/>'],
    [
      'pictures from elsewhere',
      '<img src="https://evil.example/a.gif"/><img src="//evil.example/a.gif"/><img src="\\\\evil.example\\a.gif"/><img srcset="https://evil.example/a.gif 2x"/>',
    ],
    [
      'a poster and a source from elsewhere',
      '<video poster="http://evil.example/a.png"><source src="http://evil.example/a.mp4"/></video>',
    ],
    [
      'a picture of a drawing from elsewhere',
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://evil.example/a.gif"/><feImage href="https://evil.example/a"/><use href="https://evil.example/a.svg#x"/></svg>',
    ],
    [
      'styles that load',
      '<p style="background:url(https://evil.example/a.png)">x</p><rect fill="url(https://evil.example/#g)"/>',
    ],
    [
      'markup that an HTML parser would read differently',
      '<style><a title="&lt;/style&gt;&lt;img src=x onerror=a()&gt;"/></style><p title="--&gt;&lt;script&gt;">x</p><noscript><p title="&lt;/noscript&gt;&lt;script&gt;a()&lt;/script&gt;"></p></noscript>',
    ],
    ['CDATA', '<p><![CDATA[<script>alert(1)</script>]]></p>'],
    [
      'a processing instruction and a comment',
      '<?xml-stylesheet href="https://evil.example/x.css"?><!-- <script>a()</script> --><p>x</p>',
    ],
    ['an entity of its own', '<p>&evil;</p>'],
    [
      'an event of XML',
      '<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load" handler="#x"/><handler xmlns="http://www.w3.org/2000/svg">a()</handler>',
    ],
    [
      'a namespace in disguise',
      '<x xmlns="http://www.w3.org/2000/svg"><script xmlns="http://www.w3.org/1999/xhtml">a()</script></x>',
    ],
  ];
  for (const [what, source] of attacks) {
    it(`[AF-06] [AF-08] removes ${what}`, () => {
      for (const markup of [page(source), `<html><body>${source}</body></html>`, source]) {
        const result = sanitized(markup);
        assert.deepEqual(dangers(result.markup), [], result.markup);
        assert.ok(inspect(result.markup).wellFormed, result.markup);
        assert.doesNotMatch(`${result.markup}${result.styles.join()}`, /evil\.example(?!\/x\.swf)/);
      }
    });
  }

  it('[AF-06] is harmless and well-formed whatever it is made of', () => {
    const pieces = [...attacks, ...kept].map(([, source]) => source);
    const torn = fc
      .constantFrom(...pieces)
      .chain((piece) =>
        fc
          .tuple(fc.nat(piece.length), fc.nat(piece.length))
          .map(([a, b]) => piece.slice(Math.min(a, b), Math.max(a, b))),
      );
    const source = fc.array(fc.oneof(fc.constantFrom(...pieces), torn, fc.string({ unit: codePoint })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(source, fc.boolean(), (parts, whole) => {
        const result = sanitized(whole ? page(parts.join('')) : parts.join(''));
        assert.deepEqual(dangers(result.markup), [], result.markup);
        assert.ok(inspect(result.markup).wellFormed, result.markup);
      }),
      { numRuns: 400 },
    );
  });

  it('has the text that a parser finds in the output', () => {
    const words = fc.constantFrom(
      'a',
      ' b ',
      '\n',
      '&amp;',
      '&#13;',
      '&#160;',
      '<br/>',
      '<b>c</b>',
      '<p>d</p>',
      '<pre>\n\ne</pre>',
      '<!-- x -->',
      '<style>y{}</style>',
      '\u0001',
      '𝒳',
      '<script>z</script>',
      '<li>f',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.boolean(), (parts, whole) => {
        const result = sanitized(whole ? page(parts.join('')) : parts.join(''));
        assert.equal(inspect(result.body).text, result.text);
      }),
    );
  });

  it('is parsed as HTML when it is not valid XML', () => {
    const result = sanitized(page('<p>One<br>two<p>Three <b>four'));
    assert.equal(result.body, '<p>One<br/>two</p><p>Three <b>four</b></p>');
  });

  it('gets its inline style sheet as a file, with a link to it', () => {
    const result = sanitized(
      page('<p>x</p>', '<title>T</title><style media="print">p &gt; a { color: red }</style>'),
    );
    assert.deepEqual(result.styles, ['p > a { color: red }']);
    assert.match(result.markup, /<link rel="stylesheet" type="text\/css" href="kept-1.css" media="print"\/>/);
    assert.equal(result.text, 'x');
  });

  it('keeps the size of a fixed-layout page, language and direction', () => {
    const source =
      '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="he" dir="rtl"><head><meta name="viewport" content="width=100, height=200"/></head><body class="b">x</body></html>';
    const { markup } = sanitized(source);
    assert.match(markup, /<html [^>]*xml:lang="he"[^>]* dir="rtl"[^>]* lang="he"|<html [^>]*lang="he"/);
    assert.match(markup, /<meta name="viewport" content="width=100, height=200"\/>/);
    assert.match(markup, /<body class="b">x<\/body><\/html>$/);
  });

  it('has the offsets of blocks, asides and ids', () => {
    const result = sanitized(page('<h1>Title</h1><p>a<ruby>b<rt>c</rt></ruby></p><p id="here">d</p>'));
    assert.equal(result.text, 'Titleabcd');
    assert.deepEqual(result.breaks, [0, 5, 8, 9]);
    assert.deepEqual(result.asides, [[7, 8]]);
    assert.equal(result.ids.get('here'), 8);
    assert.equal(result.heading, 'Title');
  });

  it('[R-07] has the heading and its offsets without the readings of its characters', () => {
    const ruby = '<ruby>東<rp>（</rp><rt>とう</rt><rp>）</rp>京<rt>きょう</rt></ruby>';
    const result = sanitized(page(`<p>${ruby}</p><h1>${ruby}の<ruby><rb>大</rb><rtc>だい</rtc></ruby></h1>`));
    assert.equal(result.heading, '東京の大');
  });

  it('[AF-04] [M-12] refuses excessive depth, and examines nothing below the limit', () => {
    const links = Array.from({ length: 20_000 }, (_, i) => `<div><a href="two.xhtml#${i}"></a>`).join('');
    for (const deep of [page(links), `<html><body>${links}`]) {
      const asked: string[] = [];
      const counting = {
        ...policy,
        link: (address: string) => {
          asked.push(address);
          return policy.link(address);
        },
      };
      const options = {
        policy: counting,
        kind: 'html',
        wantedIds: new Set<string>(),
      } as const;
      assert.throws(() => sanitizeDocument(deep, { ...options, keepStyle: () => '' }), {
        code: 'epub_unsafe',
      });
      assert.ok(asked.length > 400 && asked.length <= limits.depth, `${asked.length} links`);
    }
  });
});

describe('a standalone drawing', () => {
  it('[AF-06] remains a drawing, with its style and without its scripts', () => {
    const source =
      '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" width="4" onload="a()"><style>rect{fill:url(https://evil.example/)}</style><script>a()</script><rect/></svg><svg/>';
    const { markup } = sanitized(source, 'svg');
    assert.equal(
      markup,
      '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:epub="http://www.idpf.org/2007/ops" width="4"><style>rect{fill:url(&quot;data:,&quot;)}</style><rect></rect></svg>',
    );
  });
});

describe('the fast scanner for simple pages', () => {
  const options = () => ({
    policy,
    kind: 'html' as const,
    wantedIds: new Set(['here', 'there']),
    keepStyle: () => 'kept.css',
  });
  const root = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">';
  const pieces = [
    ...[
      'p',
      'div',
      'pre',
      'nobr',
      'form',
      'h2',
      'ruby',
      'rt',
      'title',
      'style',
      'script',
      'object',
      'unknown',
    ].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} />`]),
    ...['m:math', 'm:mi', 'svg', 'foreignObject', 'epub:switch', 'epub:case', 'head', 'body'].flatMap(
      (name) => [`<${name}>`, `</${name}>`],
    ),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">',
    '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML">',
    '<m:math xmlns:m="http://www.w3.org/2000/svg">',
    '\n  <m:mrow>\n\t',
    '<m:mfenced close="]">',
    '</m:mfenced>',
    '<epub:case required-namespace="http://www.w3.org/1998/Math/MathML">',
    '<p id="here">',
    '<a href="two.xhtml#x" onclick="x()">',
    "<a name='there' href='javascript:x()'>",
    '</a>',
    '<img src="a.png"/>',
    '<image href="a.jpg"/>',
    '<p class="x" style="background: url(http://e.org/x)">',
    '<p class="a > b">',
    '<p CLASS=x>',
    '<p a="1" a="2">',
    '</p\n>',
    '<!-- no -- comment -->',
    '<!-- -->',
    '<![CDATA[ <b> ]]>',
    '<?xml-stylesheet href="a.css"?>',
    '\n\n',
    ' text ',
    '\u00a0“Ä”',
    'a > b "c"',
    ' &amp; &lt;b&gt; ',
    '&nbsp;&#10;&#x1F600;&eacute;',
    '&bogus; & ',
    '&#0;&#128;',
    '\u000b',
  ];

  it('ends where a parser would, or gives up', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), fc.boolean(), (parts, closed) => {
        // Half of them balanced, so that there is something to compare.
        const content = closed ? balanced(parts) : parts.join('');
        const source = `${root}<head><title>x</title></head><body>${content}</body></html>`;
        const scanned = scanDocument(source, options());
        if (scanned) assert.deepEqual(scanned, parseDocument(source, options(), true));
      }),
      { numRuns: 2_000 },
    );
  });

  it('handles the pages of a typical book', () => {
    const source = `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n${root}<head><title>One</title></head><body>
      <section epub:type="chapter" id="here"><h2>One</h2><p>“It is,” she said &amp; laughed.<br/></p><p>And so on.</p></section></body></html>`;
    const scanned = scanDocument(source, options());
    assert.ok(scanned);
    assert.deepEqual(scanned, parseDocument(source, options(), true));
  });
});

/** Adds missing end tags and removes surplus ones. */
function balanced(parts: readonly string[]): string {
  const open: string[] = [];
  let text = '';
  for (const part of parts) {
    const start = /^<([\w:]+)[^>]*[^/]>$|^<([a-z])>$/.exec(part);
    if (part.startsWith('</')) {
      const name = open.pop();
      if (name) text += `</${name}>`;
    } else {
      text += part;
      if (start) open.push((start[1] ?? start[2]) as string);
    }
  }
  return (
    text +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}
