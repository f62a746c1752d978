import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { page } from './support/bookFiles.ts';
import { policy, sanitized } from './support/sanitized.ts';

const body = (markup: string) => sanitized(page(markup)).body;
const namespaces =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:epub="http://www.idpf.org/2007/ops"';
const inSvg = (markup: string) =>
  body(`<svg ${namespaces}>${markup}</svg>`).replace(/^<svg[^>]*>|<\/svg>$/g, '');
const inMath = (markup: string) =>
  body(`<math xmlns="http://www.w3.org/1998/Math/MathML">${markup}</math>`).replace(
    /^<math[^>]*>|<\/math>$/g,
    '',
  );

/** For each expected text null means that nothing changes. */
type Cases = [what: string, source: string, expected: string | null][];

function check(show: (markup: string) => string, cases: Cases): void {
  for (const [what, source, expected] of cases)
    it(`${expected === null ? 'keep' : 'have'} ${what}`, () =>
      assert.equal(show(source), expected ?? source));
}

describe('[AF-06] the attributes of a page', () => {
  check(body, [
    ['a language for browsers', '<p xml:lang="fr">x</p>', '<p xml:lang="fr" lang="fr">x</p>'],
    [
      'the language that is declared for browsers',
      '<p lang="en" xml:lang="fr">x</p>',
      '<p lang="en" xml:lang="fr">x</p>',
    ],
    ['nothing else of XML', '<p xml:space="preserve" xml:base="x" xml:id="y">x</p>', '<p>x</p>'],
    ['roles and prefixes of EPUB', '<p epub:type="note" epub:prefix="a: b">x</p>', null],
    ['nothing else of EPUB', '<p epub:other="x">x</p>', '<p>x</p>'],
    ['nothing of other vocabularies', '<p xmlns:x="urn:x" x:class="y" xlink:title="z">x</p>', '<p>x</p>'],
    ['nothing of prefixes that nobody declared', '<p y:class="z">x</p>', '<p>x</p>'],
    ['labels and data', '<p aria-label="A" data-x.y_1="1">x</p>', null],
    ['labels in lower case', '<p ARIA-Label="A">x</p>', '<p aria-label="A">x</p>'],
    ['no names that only contain them', '<p xdata-y="1" data-="2" aria-ü="3">x</p>', '<p>x</p>'],
    ['nothing that is not known', '<p contenteditable="true" ping="x" class="y">x</p>', '<p class="y">x</p>'],
    [
      'quotes and angle brackets escaped',
      `<p title='"&lt;a&gt;&amp;'>x</p>`,
      '<p title="&quot;&lt;a&gt;&amp;">x</p>',
    ],
    ['a size and a start', '<ol start="3" reversed="reversed"><li value="4">x</li></ol>', null],
  ]);

  check(body, [
    ['links of image maps', '<map name="m"><area href="two.xhtml" shape="rect" alt="A"/></map>', null],
    ['links only on links', '<p href="two.xhtml">x</p><b href="two.xhtml">y</b>', '<p>x</p><b>y</b>'],
    ['no link that leads nowhere', '<a href="gone.xhtml" target="_top">x</a>', '<a>x</a>'],
    ['pictures only in <img>', '<img src="a.mp4"/><img src="a.png"/>', '<img/><img src="a.png"/>'],
    [
      'sounds and films with controls',
      '<audio src="a.mp4"></audio><video poster="a.png" controls="no"><source src="a.mp4"/><track src="a.mp4"/></video>',
      '<audio src="a.mp4" controls="controls"></audio><video poster="a.png" controls="no"><source src="a.mp4"/><track src="a.mp4"/></video>',
    ],
    ['a poster only of a film', '<audio poster="a.png"></audio>', '<audio controls="controls"></audio>'],
    ['no film as a poster', '<video poster="a.mp4"></video>', '<video controls="controls"></video>'],
    [
      'pictures by size in <picture>',
      '<picture><source srcset="a.png 2x" media="print"/><img src="a.jpg"/></picture>',
      null,
    ],
    ['no picture of a script', '<script src="a.png"></script>x', 'x'],
  ]);
});

describe('[AF-06] the attributes of a drawing', () => {
  check(inSvg, [
    [
      'their spelling',
      '<rect VIEWBOX="0 0 1 1" preserveaspectratio="none"/>',
      '<rect viewBox="0 0 1 1" preserveAspectRatio="none"></rect>',
    ],
    [
      'white space and a language',
      '<text xml:space="preserve" xml:lang="fr">x</text>',
      '<text xml:space="preserve" xml:lang="fr" lang="fr">x</text>',
    ],
    ['plain colors as they are', '<rect fill="/**/ red"></rect>', null],
    ['colors of the drawing', '<rect fill="URL(#g)"/>', '<rect fill="url(&quot;#g&quot;)"></rect>'],
    [
      'no colors from elsewhere',
      '<rect fill="url(https://evil.example/#g)" mask="u\\72l(//evil.example/)"/>',
      '<rect fill="url(&quot;data:,&quot;)" mask="url(&quot;data:,&quot;)"></rect>',
    ],
    [
      'no image sets from elsewhere',
      '<rect fill="Image-Set(&quot;//evil.example/a.png&quot; 1x)"/>',
      '<rect fill="Image-Set(&quot;data:,&quot; 1x)"></rect>',
    ],
    ['animations of colors', '<animate attributeName=" Fill " values="red"></animate>', null],
    [
      'no animations of addresses',
      '<animate attributeName="href" values="two.xhtml"/><set attributeName="x"/>',
      '<set attributeName="x"></set>',
    ],
    [
      'no animations of nothing',
      '<set to="1"/><animate values="1"/><animateTransform type="rotate"/>',
      '<animateTransform type="rotate"></animateTransform>',
    ],
    ['nothing that is not known', '<rect onclick="a()" whatever="1" x="2"/>', '<rect x="2"></rect>'],
  ]);
});

describe('[AF-06] the attributes of a formula', () => {
  check(inMath, [
    ['variants and colors', '<mi mathvariant="bold" mathcolor="red">x</mi>', null],
    ['no links', '<mi href="two.xhtml" xlink:href="two.xhtml">x</mi>', '<mi>x</mi>'],
    [
      'nothing that is not known',
      '<mi definitionURL="https://evil.example/" onclick="a()">x</mi>',
      '<mi>x</mi>',
    ],
    [
      'styles that load nothing',
      '<mi style="background:url(//evil.example/)">x</mi>',
      '<mi style="background:url(&quot;data:,&quot;)">x</mi>',
    ],
  ]);
});

describe('[AF-08] an address in a page', () => {
  const cases: [use: 'link' | 'resource' | 'picture' | 'sheet', address: string, expected: string | null][] =
    [
      ['link', 'two.xhtml#x', 'two.xhtml#x'],
      ['link', 'a.png', null],
      ['link', 'mailto:a@example.org', 'mailto:a@example.org'],
      ['link', 'HTTP://example.org/', 'HTTP://example.org/'],
      ['link', 'xhttp://example.org/', null],
      ['link', 'httpsx://example.org/', null],
      ['link', 'file:///etc/passwd', null],
      ['resource', 'a.mp4', 'a.mp4'],
      ['resource', 'a.png#x', 'a.png'],
      ['resource', 'a.svg#x', 'a.svg#x'],
      ['resource', 'f.otf', 'f.otf'],
      ['resource', 'two.xhtml', null],
      ['resource', 'data:image/png;base64,AA', null],
      ['picture', 'a.mp4', null],
      ['picture', ' data:image/PNG;base64,AA ', 'data:image/PNG;base64,AA'],
      ['picture', 'data:image/jpg,AA', 'data:image/jpg,AA'],
      ['picture', 'data:image/jpeg,AA', 'data:image/jpeg,AA'],
      ['picture', 'data:image/svg+xml,AA', 'data:image/svg+xml,AA'],
      ['picture', 'data:image/png', null],
      ['picture', 'data:text/html;x=data:image/png;,', null],
      ['picture', 'data:font/woff;base64,AA', null],
      ['sheet', 'a.css', 'a.css'],
      ['sheet', 'a.png', null],
      ['sheet', 'data:text/css,a{}', null],
    ];
  for (const [use, address, expected] of cases) {
    it(`${address}, as ${use}, is ${expected ?? 'nothing'}`, () => {
      const result = policy[use](address);
      assert.equal(typeof result === 'object' ? (result?.address ?? null) : result, expected);
    });
  }

  const styles: [address: string, use: 'sheet' | 'resource', expected: string | null][] = [
    ['a.css', 'sheet', 'a.css'],
    ['a.png', 'sheet', null],
    ['a.css', 'resource', null],
    ['a.png', 'resource', 'a.png'],
    ['f.otf', 'resource', 'f.otf'],
    ['a.mp4', 'resource', null],
    [' #g ', 'resource', '#g'],
    ['#g', 'sheet', null],
    ['data:font/woff2;base64,AA', 'resource', 'data:font/woff2;base64,AA'],
    ['data:application/x-font-ttf;base64,AA', 'resource', 'data:application/x-font-ttf;base64,AA'],
    ['data:application/font-woff,AA', 'resource', 'data:application/font-woff,AA'],
    ['data:application/vnd.ms-opentype,AA', 'resource', 'data:application/vnd.ms-opentype,AA'],
    ['data:application/octet-stream,AA', 'resource', 'data:application/octet-stream,AA'],
    ['data:image/jpg,AA', 'resource', 'data:image/jpg,AA'],
    ['data:text/css,a{}', 'resource', null],
    ['data:text/html;x=data:image/png,', 'resource', null],
  ];
  for (const [address, use, expected] of styles)
    it(`${JSON.stringify(address)}, as ${use} of a style, is ${expected ?? 'nothing'}`, () =>
      assert.equal(policy.style(address, use), expected));
});
