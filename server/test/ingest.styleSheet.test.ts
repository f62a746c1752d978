import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TokenType, tokenize } from '@csstools/css-tokenizer';
import { sanitizeCss } from '../src/intake/ingest/epub/sanitize/sanitizeCss.ts';
import fc from './support/fastCheck.ts';
import { policy } from './support/sanitized.ts';

/** External URLs that a browser would load for a style sheet, by its tokens. */
function loadedBy(css: string): string[] {
  const tokens = tokenize({ css });
  return tokens.flatMap((token, i) => {
    if (token[0] === TokenType.URL) return /evil/.test(token[4].value) ? [token[1]] : [];
    if (token[0] === TokenType.AtKeyword && token[4].value.toLowerCase() === 'import')
      return /evil/.test(css) ? [token[1]] : [];
    if (token[0] !== TokenType.Function || !/^(url|src|image|(-webkit-)?image-set)$/i.test(token[4].value))
      return [];
    const end = tokens.findIndex((later, at) => at > i && later[0] === TokenType.CloseParen);
    const inside = tokens
      .slice(i + 1, end === -1 ? undefined : end)
      .map(([, raw]) => raw)
      .join('');
    return /evil|var\(/.test(inside) ? [token[1] + inside] : [];
  });
}

describe('a style sheet', () => {
  const css = (source: string) => sanitizeCss(source, policy.style);

  const remote = [
    '@import "https://evil.example/a.css";',
    '@import url(https://evil.example/a.css) screen;',
    '@\\69mport "//evil.example/a.css";',
    'a{background:url(https://evil.example/a.png)}',
    'a{background:URL( "https://evil.example/a.png" )}',
    'a{background:\\75rl(https://evil.example/a.png)}',
    'a{background:u\\72l("https\\3a//evil.example/a.png")}',
    'a{background:url(/**/"https://evil.example/a.png")}',
    'a{background:image-set("https://evil.example/a.png" 1x)}',
    'a{background:-webkit-image-set(url(https://evil.example/a.png) 1x)}',
    'a{--x:"https://evil.example/a.png";background:image-set(var(--x) 1x)}',
    '@font-face{font-family:x;src:url(https://evil.example/a.woff)}',
    'a{background:url(https://evil.example/a.png',
    'a{cursor:url("//evil.example/a.cur"),auto}',
    'a{background:u<!--rl(https://evil.example/a.png)}',
    'a{background:u-->rl(https://evil.example/a.png)}',
    'a{background:u@charset "x";rl(https://evil.example/a.png)}',
    '@im<!--port "https://evil.example/a.css";',
  ];
  /** src() is the newer form of url(), which also accepts variables. */
  const spelledAsSrc = [
    'a{background:src("https://evil.example/a.png")}',
    '@font-face{font-family:x;src:SRC("https://evil.example/a.woff")}',
    'a{--x:"https://evil.example/a.png";background:src(var(--x))}',
  ];
  for (const source of spelledAsSrc)
    it(`[M-10] [AF-08] loads nothing from elsewhere: ${source}`, () =>
      assert.deepEqual(loadedBy(css(source)), [], css(source)));
  for (const source of remote) {
    it(`[AF-08] loads nothing from elsewhere: ${source}`, () => {
      assert.deepEqual(loadedBy(css(source)), [], css(source));
    });
  }

  const untouched = [
    '@namespace epub "http://www.idpf.org/2007/ops";[epub|type~="chapter"]{margin:0}',
    '@media (min-width: 30em){a > b::before{content:"»\\201C" attr(title)}}',
    'a{width:calc(100% - (2 * var(--gap)));background:#fff}',
    'a{grid-template-areas:"a b" "c d"}',
    ':is(h1, h2):not([hidden]) ~ p{margin:0}',
  ];
  for (const source of untouched) it(`leaves alone: ${source}`, () => assert.equal(css(source), source));

  it('keeps everything from the book itself', () => {
    assert.equal(css('@import url(a.css) print;'), '@import "a.css" print;');
    assert.equal(css("@font-face{src:url('f.otf')}"), '@font-face{src:url("f.otf")}');
    assert.equal(css('a{fill:url(#g)}'), 'a{fill:url("#g")}');
  });

  const rewritten: [source: string, written?: string][] = [
    ['@import url("a.css");', '@import "a.css";'],
    [
      '@IMPORT URL( "a.css" ) screen and (min-width: 1px);b{}',
      '@import "a.css" screen and (min-width: 1px);b{}',
    ],
    ['@import "a.css" supports(display: grid) print;'],
    ['@import "a.css" supports(fn(a;(b)));c{}'],
    ['@import/**/"a.css"', '@import "a.css";'],
    ['@import url(a.css) url(https://evil.example/);', '@import "a.css" ;'],
    ['@import "a.css" }c{}', '@import "a.css";}c{}'],
    ['@import "a.css"{b{}}', '/**/{b{}}'],
    ['@import;a{}', '/**/a{}'],
    ['@import', '/**/'],
    ['@import screen;', '/**/'],
    ['@import src("a.css");', '/**/'],
    ['@import url();', '/**/'],
    ['@charset "x";a{}', '/**/a{}'],
    ['@namespace a "b"', '@namespace a "b";'],
    ['@namespace a url(b);c{}'],
    ['a{b:url()}', 'a{b:url("data:,")}'],
    ['a{b:url(x "a.png")}', 'a{b:/**/}'],
    ['a{b:url("a.png"', 'a{b:url("a.png")'],
    ['a{b:url("a.png" (x) fn(y) "b");c:d}', 'a{b:url("a.png");c:d}'],
    ['a{b:image-set(fn(var(--x)))}', 'a{b:image-set(fn(invalid(--x)))}'],
    ['a{b:image-set("a.css" 1x)}', 'a{b:image-set("data:," 1x)}'],
    ['a{b:image-set((1px) "no.png")}', 'a{b:image-set((1px) "data:,")}'],
    ['a{b:-moz-image("no.png") CROSS-FADE("no.png")}', 'a{b:-moz-image("data:,") CROSS-FADE("data:,")}'],
    ['a{b:image-set({"no.png"})}', 'a{b:image-set({"data:,"})}'],
    ['a{b:(image-set("no.png") "no")}', 'a{b:(image-set("data:,") "no")}'],
    ['a{b:image-set("no.png"}c{d:"no.png"}', 'a{b:image-set("data:,"}c{d:"no.png"}'],
    ['a{b:var(--x) x-image-set("no.png" var(--x)) imagery("no.png") fn("no.png")}'],
    ['a{b:image-set("a.png") "no.png"}'],
    ['a{b:"\n}', 'a{b:/**/\n}'],
    ['<!-- a{} -->', '/**/ a{} /**/'],
    ['a/* b */c{}', 'a/**/c{}'],
  ];
  for (const [source, written = source] of rewritten)
    it(`has ${source} as ${written === source ? 'it is' : written}`, () =>
      assert.equal(css(source), written));

  it('has addresses escaped, and tells sheets from other resources', () =>
    assert.equal(
      sanitizeCss(
        '@import "x\\"y";a{b:url("x\\"y<z\\\\w\\a v") image-set("i")}',
        (address, use) => `${use}:${address}`,
      ),
      '@import "sheet:x\\22 y";a{b:url("resource:x\\22 y\\3c z\\5c w\\a v") image-set("resource:i")}',
    ));

  it('never throws and is idempotent', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...remote, ...spelledAsSrc, ...untouched), fc.string()),
      {
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const once = css(parts.join(''));
        assert.equal(css(once), once);
        assert.deepEqual(loadedBy(once), []);
      }),
    );
  });
});
