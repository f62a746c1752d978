import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { page } from './support/bookFiles.ts';
import { sanitized } from './support/sanitized.ts';

const svg = 'xmlns="http://www.w3.org/2000/svg"';
const math = 'xmlns="http://www.w3.org/1998/Math/MathML"';
const html = 'xmlns="http://www.w3.org/1999/xhtml"';
const body = (source: string) => sanitized(page(source)).body;
const headOf = (markup: string) => /<title>.*(?=<\/head>)/s.exec(markup)?.[0].replace('<title></title>', '');

describe('the entities that a page declares', () => {
  const declared = (subset: string, text: string) =>
    sanitized(page(`<p>${text}</p>`).replace(/^(<\?xml[^>]*>)?/, `$1<!DOCTYPE html [${subset}]>`));

  it('are resolved when they stand for text', () => {
    const { body, text } = declared('<!ENTITY O "&#8220;"> <!ENTITY C "&#8221;">', '&O;Curiouser!&C; &nbsp;');
    assert.equal(body, '<p>“Curiouser!” \u00a0</p>');
    assert.equal(text.trim(), '“Curiouser!”');
  });

  it('[AF-04] are shown as written when they stand for markup, other entities or files', () => {
    const { body } = declared(
      '<!ENTITY a "<b>x</b>"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd"><!ENTITY % d "e">',
      '&a;&b;&c;&d;',
    );
    assert.equal(body, '<p>&amp;a;&amp;b;&amp;c;&amp;d;</p>');
  });
});

describe('the head of a page', () => {
  const sheet = (more = '') => `<link rel="stylesheet" type="text/css" href="a.css"${more}/>`;
  const cases: [what: string, head: string, expected: string][] = [
    ['has the first title, on one line', '<title> A\n b </title><title>Second</title>', '<title>A b</title>'],
    ['has the text of its title only', '<title>x<b>y</b></title>', '<title>xy</title>'],
    ['has no empty style sheet', '<style> </style>', ''],
    [
      'has style sheets of the book, for their media',
      '<link rel="StyleSheet x" href="a.css" media="print"/>',
      sheet(' media="print"'),
    ],
    ['has no alternative style sheets', '<link rel="alternate stylesheet" href="a.css"/>', ''],
    ['has no icons', '<link rel="icon" href="a.css"/><link href="a.css"/>', ''],
    [
      'has no style sheets that are missing',
      '<link rel="stylesheet"/><link rel="stylesheet" href="gone.css"/>',
      '',
    ],
    [
      'has the size of a page',
      '<meta name="VIEWPORT" content="width=1, height=2"/>',
      '<meta name="viewport" content="width=1, height=2"/>',
    ],
    ['has no size with quotes', '<meta name="viewport" content="width=&quot;1"/>', ''],
    ['has no size that only ends well', '<meta name="viewport" content="&lt;width=1"/>', ''],
    [
      'has a size of 200 characters',
      `<meta name="viewport" content="${'1'.repeat(200)}"/>`,
      `<meta name="viewport" content="${'1'.repeat(200)}"/>`,
    ],
    ['has no longer size', `<meta name="viewport" content="${'1'.repeat(201)}"/>`, ''],
    [
      'has no other metadata',
      '<meta name="author" content="x"/><meta name="viewport"/><meta content="width=1"/>',
      '',
    ],
    ['has no text', '<p>x</p>y', ''],
  ];
  for (const [what, head, expected] of cases)
    it(what, () => assert.equal(headOf(sanitized(page('x', head)).markup), expected));

  it('has one file for each inline style sheet', () => {
    const { markup, styles } = sanitized(
      page('<style>c{}</style>', '<style media="print">a{}</style><style>b{}</style>'),
    );
    assert.deepEqual(styles, ['a{}', 'b{}', 'c{}']);
    assert.deepEqual(markup.match(/kept-\d\.css"( media="print")?/g), [
      'kept-1.css" media="print"',
      'kept-2.css"',
      'kept-3.css"',
    ]);
  });

  const instructions: [instruction: string, head: string][] = [
    [`<?xml-stylesheet href='a.css' type="text/css"?>`, sheet()],
    ['<?XML-STYLESHEET type="x"\n href = "a.css"?>', sheet()],
    ['<?xml-stylesheet xhref="a.css"?>', ''],
    ['<?xml-stylesheet href="gone.css"?>', ''],
    ['<?xml-stylesheet?>', ''],
    ['<?xml-stylesheets href="a.css"?>', ''],
  ];
  for (const [instruction, head] of instructions)
    for (const text of ['x', '<![CDATA[x]]>'])
      it(`has ${head ? 'the style sheet' : 'nothing'} of ${instruction} ${text === 'x' ? '' : 'before CDATA'}`, () =>
        assert.equal(
          headOf(sanitized(`${instruction}<html ${html}><body>${text}</body></html>`).markup),
          head,
        ));
});

describe('the parts of a page', () => {
  const cases: [what: string, source: string, root: string, expected: string][] = [
    [
      'have the language of HTML for XML too',
      `<html ${html} lang="fr"><body id="here">x</body></html>`,
      ' lang="fr" xml:lang="fr"',
      '<body id="here">x</body>',
    ],
    [
      'have the language of XML for HTML too',
      `<html ${html} xml:lang="fr" class="c"><body/></html>`,
      ' xml:lang="fr" class="c" lang="fr"',
      '<body></body>',
    ],
    [
      'keep two languages',
      `<html ${html} lang="en" xml:lang="fr"><body/></html>`,
      ' lang="en" xml:lang="fr"',
      '<body></body>',
    ],
    ['are found in a page without them', '<p>one', '', '<body><p>one</p></body>'],
    [
      'are found in a head that does not end',
      '<html><head><link rel=stylesheet href=a.css><p>moved',
      '',
      '<body><p>moved</p></body>',
    ],
    [
      'have no text outside of an XML body',
      `<html ${html}><head><p>stays</p></head>out<body>in</body>after</html>`,
      '',
      '<body>inafter</body>',
    ],
    [
      'have all text of HTML',
      '<html><head></head>out<body>in</body>after</html>',
      '',
      '<body>outinafter</body>',
    ],
    [
      'have no blanks between them',
      `<html ${html}>\n<head/>\n<body>in</body>\n</html>`,
      '',
      '<body>in</body>',
    ],
    [
      'are one body',
      `<html ${html}><body class="a">a</body><body class="b">b</body></html>`,
      '',
      '<body class="b">ab</body>',
    ],
    [
      'have no second head in the body',
      `<html ${html}><head/><body>a<head><title>z</title></head></body></html>`,
      '',
      '<body>a</body>',
    ],
    [
      'have no elements after the root',
      `<html ${html}><body>a</body></html><p>b</p>`,
      '',
      '<body>a<p>b</p></body>',
    ],
  ];
  for (const [what, source, root, expected] of cases)
    it(what, () => {
      const { markup } = sanitized(source);
      assert.equal(/<html xmlns="[^"]*" xmlns:epub="[^"]*"([^>]*)>/.exec(markup)?.[1], root);
      assert.equal(/<body.*<\/body>/s.exec(markup)?.[0], expected);
    });

  const parsed: [what: string, source: string, expected: string][] = [
    [
      'HTML in the spelling of XML',
      '<DIV CLASS="a"/>b<![CDATA[c]]>d<P>e',
      '<div class="a"></div>bcd<p>e</p>',
    ],
    ['XML after white space', ' \n<?xml version="1.0"?><b/>x', '<b></b>'],
    ['HTML with an instruction of XML inside', '<p>a</p><?xml version="1.0"?><br>', '<p>a</p><br/>'],
    ['HTML with an instruction that is not of XML', '<?xmlx?>a', 'a'],
    ['HTML whose namespace comes late', `${' '.repeat(2_000)}<html ${html}><br></html>`, '<br/>'],
    ['XML with blanks around its namespace', `<html xmlns = "${html.slice(7)}>a<b/></html>`, '<b></b>'],
  ];
  for (const [what, source, expected] of parsed)
    it(`are read as ${what}`, () => {
      const found = sanitized(source);
      assert.deepEqual([found.body, found.malformed], [expected, undefined]);
    });

  it('are marked when they are no markup', () => {
    for (const [source, malformed] of [
      ['text', true],
      ['<p>\0</p>', true],
      ['\uFFFD<p>', true],
      ['<!-- -->x', undefined],
      ['<p>x', undefined],
      [`<html ${html}><a::b/></html>`, true],
      [`<html ${html}><p title="a::b">::</p></html>`, undefined],
      [`<html ${html}><p></html>`, true],
    ] as const)
      assert.equal(sanitized(source).malformed, malformed, source);
  });
});

describe('the elements of a page', () => {
  const cases: [what: string, source: string, expected: string][] = [
    [
      'show a picture for an object, described by its label',
      '<object data="a.png" aria-label="L" title="T" type="image/png" width="3">f</object>',
      '<img aria-label="L" title="T" width="3" src="a.png" alt="L"/>',
    ],
    [
      'show a picture for an object, described by its title',
      '<object data="a.png" title="T">f</object>',
      '<img title="T" src="a.png" alt="T"/>',
    ],
    [
      'show an embedded picture',
      '<embed src="a.svg" title="T"/><embed src="a.mp4"/>x',
      '<img src="a.svg" title="T" alt="T"/>x',
    ],
    [
      'link to what is in a frame',
      '<iframe src="two.xhtml" title="T" width="3">f</iframe>,<iframe src="two.xhtml"/>,<iframe src="two.xhtml"/>',
      '<a title="T" width="3" href="two.xhtml">T</a>,<a href="two.xhtml">two.xhtml</a>,<a href="two.xhtml">two.xhtml</a>',
    ],
    [
      'leave out a frame with nothing to link to',
      '<iframe src="https://example.org/"></iframe><iframe src="a.png"></iframe><iframe srcdoc="x"></iframe>x',
      'x',
    ],
    [
      'show what replaces an object',
      '<object data="a.mp4">fall<b>back</b></object><object>f</object>',
      'fall<b>back</b>f',
    ],
    [
      'are replaced by plain ones',
      '<form><button>b</button><dialog>d</dialog></form><marquee>m</marquee><blink>k</blink><nobr>n</nobr>',
      '<div><span>b</span><div>d</div></div><div>m</div><span>k</span><span>n</span>',
    ],
    [
      'keep what is in unknown ones',
      '<unknown>u<i>v</i></unknown><p xmlns="urn:x">w</p><svg:p>x</svg:p>',
      'u<i>v</i><p>w</p>x',
    ],
    [
      'are known by customary prefixes',
      '<y:b>u</y:b><h:i>v</h:i><xhtml:u>w</xhtml:u><html:s>x</html:s><svg:svg><svg:g/></svg:svg><mml:math><mml:mi/></mml:math><math:math><math:mi/></math:math><ops:switch><ops:default>y</ops:default></ops:switch>',
      `<b>u</b><i>v</i><u>w</u><s>x</s><svg ${svg} xmlns:xlink="http://www.w3.org/1999/xlink"><g></g></svg><math ${math}><mi></mi></math><math ${math}><mi></mi></math>y`,
    ],
    [
      'are known by declared prefixes',
      `<b xmlns:m="http://www.w3.org/1999/xhtml"><m:i>v</m:i></b><b xmlns:m="${math.slice(7, -1)}"><m:math><m:mi/></m:math></b>`,
      `<b><i>v</i></b><b><math ${math}><mi></mi></math></b>`,
    ],
    ['are in lower case', '<P CLASS="x">up</P>', '<p class="x">up</p>'],
    [
      'are known in spite of an entity as namespace',
      `<p xmlns:svg="&ns;"><svg:svg><svg:g/></svg:svg></p>`,
      `<p><svg ${svg} xmlns:xlink="http://www.w3.org/1999/xlink"><g></g></svg></p>`,
    ],
    [
      'have no line break at the start of preformatted text',
      '<pre>\n\nx\ny</pre><pre>\n</pre><pre><!-- c -->\nx</pre><pre class="a">\nz</pre><pre class="a">\nz</pre>',
      '<pre>x\ny</pre><pre></pre><pre>x</pre><pre class="a">z</pre><pre class="a">z</pre>',
    ],
    [
      'keep line breaks in elements of preformatted text',
      '<pre><b>\nx</b>\n</pre>',
      '<pre><b>\nx</b>\n</pre>',
    ],
    [
      'are HTML in drawings and formulas',
      `<svg ${svg}><foreignObject><p>p</p><math ${math}><mtext><b>x</b></mtext></math></foreignObject></svg>`,
      `<svg ${svg} xmlns:xlink="http://www.w3.org/1999/xlink"><foreignObject><p ${html}>p</p><math ${math}><mtext><b ${html}>x</b></mtext></math></foreignObject></svg>`,
    ],
    [
      'are drawings in drawings',
      `<svg ${svg}><svg><rect/></svg><unknown><g/></unknown><script>s</script><metadata>m</metadata></svg>`,
      `<svg ${svg} xmlns:xlink="http://www.w3.org/1999/xlink"><svg xmlns:xlink="http://www.w3.org/1999/xlink"><rect></rect></svg><g></g></svg>`,
    ],
    [
      'are formulas without their other forms',
      `<math ${math}><semantics><mi>x</mi>\n <annotation>an\n</annotation><annotation-xml><p>no</p></annotation-xml></semantics></math>`,
      `<math ${math}><semantics><mi>x</mi> <annotation>an\n</annotation></semantics></math>`,
    ],
    [
      'have the separators of a formula, the last one again and again',
      `<math ${math}><mfenced open="&lt;" separators=" ; , "><mi>a</mi><mi>b</mi><mi>c</mi><mi>d</mi></mfenced></math>`,
      `<math ${math}><mrow><mo form="prefix" stretchy="true">&lt;</mo><mi>a</mi><mo>;</mo><mi>b</mi><mo>,</mo><mi>c</mi><mo>,</mo><mi>d</mi><mo form="postfix" stretchy="true">)</mo></mrow></math>`,
    ],
    [
      'are the first case that browsers show, also in a case',
      '<epub:switch><epub:case required-namespace="urn:x">a</epub:case><epub:case required-namespace="http://www.w3.org/2000/svg">b<epub:switch><epub:default>c</epub:default></epub:switch></epub:case><epub:case required-namespace="http://www.w3.org/1999/xhtml">d</epub:case><epub:default>e</epub:default></epub:switch><epub:switch><epub:default>f</epub:default></epub:switch><epub:trigger>g</epub:trigger><epub:other>h</epub:other>',
      'bcfh',
    ],
    [
      'of equal markup mean what they mean there',
      `<p><title>a</title></p><svg ${svg}><a><title>b</title></a></svg><i><a>c</a></i>`,
      `<p></p><svg ${svg} xmlns:xlink="http://www.w3.org/1999/xlink"><a><title>b</title></a></svg><i><a>c</a></i>`,
    ],
  ];
  for (const [what, source, expected] of cases) it(what, () => assert.equal(body(source), expected));
});

describe('the vocabularies of a page', () => {
  const inBody = (markup: string) => sanitized(`<html><body>${markup}</body></html>`).body;
  const drawn = (markup: string) => `<svg ${svg} xmlns:xlink="http://www.w3.org/1999/xlink">${markup}</svg>`;
  const cases: [what: string, source: string, expected: string][] = [
    [
      'are those of undeclared, customary prefixes',
      '<p epub:type="a" ops:prefix="b" xml:lang="c">x</p><svg><image xlink:href="a.png"/></svg>',
      `<p epub:type="a" epub:prefix="b" xml:lang="c" lang="c">x</p>${drawn('<image xlink:href="a.png"></image>')}`,
    ],
    [
      'are those of declared prefixes, with blanks around them',
      '<div xmlns:s=" http://www.w3.org/2000/svg " xmlns:e="http://www.idpf.org/2007/ops" xmlns:x="http://www.w3.org/XML/1998/namespace"><s:svg><s:rect/></s:svg><e:switch><e:default><p e:type="t" x:lang="c">y</p></e:default></e:switch></div>',
      `<div>${drawn('<rect></rect>')}<p epub:type="t" xml:lang="c" lang="c">y</p></div>`,
    ],
    [
      'are those of an element, with blanks around them',
      '<p><rect xmlns=" http://www.w3.org/2000/svg "/></p>',
      `<p><rect ${svg}></rect></p>`,
    ],
    [
      'go on in elements whose namespace is an entity',
      '<svg><g xmlns="&ns;"><rect/></g></svg>',
      drawn('<g><rect></rect></g>'),
    ],
    [
      'are HTML again where HTML is declared',
      `<svg><g><p ${html}>x</p></g></svg>`,
      drawn(`<g><p ${html}>x</p></g>`),
    ],
    [
      'are HTML where they are not known',
      '<b xmlns="urn:x">a</b><xml:b>b</xml:b><xlink:b>c</xlink:b><i x:class="d" xml:class="e">f</i>',
      '<b>a</b><b>b</b><b>c</b><i>f</i>',
    ],
    [
      'may change for a prefix',
      `<div xmlns:p="http://www.w3.org/2000/svg"><p:rect/><b xmlns:p="${math.slice(7, -1)}"><p:mi/></b><p:mi/></div>`,
      `<div><rect ${svg}></rect><b><mi ${math}></mi></b><mi ${math}></mi></div>`,
    ],
  ];
  for (const [what, source, expected] of cases) it(what, () => assert.equal(inBody(source), expected));
});

describe('the text of a page', () => {
  const cases: [what: string, source: string, expected: Partial<ReturnType<typeof sanitized>>][] = [
    [
      'has no titles of drawings',
      `<svg ${svg}><title>tip</title><desc>d</desc><text>t</text></svg>`,
      { text: 'dt', breaks: [0, 1, 2], asides: [[0, 1]] },
    ],
    [
      'has its first heading with words, on one line',
      '<h1> \n</h1><h2>A\n  b</h2><h3>c</h3>',
      { heading: 'A b', breaks: [0, 2, 7, 8] },
    ],
    ['has a heading of at most 300 characters', `<h6>${'x'.repeat(301)}</h6>`, { heading: 'x'.repeat(300) }],
    [
      'has no heading without words',
      '<h1><img src="a.png"/></h1><p>x</p><h7>y</h7>',
      { heading: null, text: 'xy' },
    ],
    [
      'has what is aside, once',
      '<ruby>a<rt>b<rp>(</rp></rt></ruby>c<rt></rt>',
      { text: 'ab(c', asides: [[1, 3]] },
    ],
    ['has the first place of an id', '<p id="here">a</p><p id="here">b</p>', { ids: new Map([['here', 0]]) }],
    ['has the place of a name', '<p>a<a name="here">b</a></p>', { ids: new Map([['here', 1]]) }],
    [
      'has no places that nobody asked for, or that are not shown',
      '<p id="there">x</p><script id="here"/>',
      { ids: new Map() },
    ],
    [
      'ends lines at the edges of blocks',
      '<div><p>a</p></div>b<br/>c<hr/><b>d</b><i>e</i>',
      { text: 'abcde', breaks: [0, 1, 2, 3] },
    ],
    [
      'has the operators of a formula',
      `<math ${math}>\n<mfenced><mi>a</mi><mi>b</mi></mfenced>\n</math>`,
      { text: ' (a,b) ', breaks: [] },
    ],
    [
      'has its first picture',
      '<img/><img src="https://evil.example/a.png"/><img src="a.png"/><img src="a.jpg"/>',
      { firstPicture: 'a.png' },
    ],
    [
      'has its first picture in a drawing',
      `<svg ${svg} xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="a.jpg"/></svg>`,
      { firstPicture: 'a.jpg' },
    ],
    [
      'has its first picture in a drawing without XLink',
      `<svg ${svg}><use href="#a"/><image href="a.png"/></svg>`,
      { firstPicture: 'a.png' },
    ],
    ['has no picture', '<p>x</p><video poster="a.png"/>', { firstPicture: null }],
  ];
  for (const [what, source, expected] of cases)
    it(what, () => {
      const found = sanitized(page(source));
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((key) => [key, found[key as 'text']])),
        expected,
      );
    });
});
