/**
 * Copies of the W3C's tests with one fault each. The judgment of the test must fail for the copy, by the assertion
 * about what is broken: a judgment that passes cannot tell right from wrong. `npm run epub-tests` judges them all.
 */
import type { BrokenCopy } from '../support/epub/brokenCopy.ts';
import { testFile } from '../support/epub/testBooks.ts';
import { silence } from '../support/wave.ts';
import { brokenStyles } from './brokenStyles.ts';

const chapter = 'EPUB/content_001.xhtml';
const opf = 'EPUB/package.opf';
const garbage = () => Buffer.from('This is no such file.');
const snowflake = () => testFile('pub-foreign_image', 'EPUB/Snowflake.png');
const photograph = () => testFile('ocf-url_link-relative', 'media/imgs/monastery.jpg');

const fonts = [
  ['cnt-css-fonts_ot', 'FrankyToys.otf'],
  ['cnt-css-fonts_tt', 'Lobster.ttf'],
  ['cnt-css-fonts_woff', 'Pacifico.woff'],
  ['cnt-css-fonts_woff2', 'Macondo.woff2'],
  ['ocf-font_obfuscation', 'Lobster.ttf'],
].map(([test = '', file]) => ({
  test,
  what: 'the font is no font',
  file: `EPUB/fonts/${file}`,
  bytes: garbage,
  fails: /The face that was used/,
}));

const pictures: BrokenCopy[] = [
  ...['gif', 'jpeg', 'png', 'webp'].map((kind) => ({
    test: `pub-cmt-${kind}`,
    what: 'another picture',
    file: `EPUB/img/001.${kind === 'jpeg' ? 'jpg' : kind}`,
    bytes: kind === 'jpeg' ? photograph : snowflake,
    fails: /differs from the picture|not decoded/,
  })),
  {
    test: 'pub-cmt-avif',
    what: 'the picture is no picture',
    file: 'EPUB/img/001.avif',
    bytes: garbage,
    fails: /The image is decoded/,
  },
  {
    test: 'pub-foreign_image',
    what: 'the fallback is another picture',
    file: 'EPUB/Snowflake.png',
    bytes: photograph,
    fails: /differs from the picture/,
  },
  ...['leaking-relative', 'path-absolute', 'relative'].map((kind) => ({
    test: `ocf-url_link-${kind}`,
    what: 'the picture is no picture',
    file: 'media/imgs/monastery.jpg',
    bytes: garbage,
    fails: /The image is decoded/,
  })),
  {
    test: 'pub-data-urls_browsing-context',
    what: 'the picture in the data URL is cut',
    file: chapter,
    replace: [[/base64,[^"]+/g, 'base64,AAAA']],
    fails: /The image is decoded/,
  },
];

const drawings: BrokenCopy[] = [
  {
    test: 'cnt-svg-css',
    what: 'a plain color instead of the stars',
    file: 'EPUB/content_001.svg',
    replace: [['fill: url(#star)', 'fill: green']],
    fails: /The share of the color/,
  },
  {
    test: 'cnt-svg-css-inclusion',
    what: 'a plain color instead of the stars',
    file: chapter,
    replace: [['fill: url(#star)', 'fill: green']],
    fails: /The share of the color/,
  },
  {
    test: 'pub-cmt-svg',
    what: 'a drawing that is no drawing',
    file: 'EPUB/img/001.svg',
    bytes: garbage,
    fails: /The share of the color/,
  },
  {
    test: 'cnt-mathml-support',
    what: 'no superscript',
    file: chapter,
    replace: [
      ['<msup>', '<mrow>'],
      ['</msup>', '</mrow>'],
    ],
    fails: /The power is/,
  },
  {
    test: 'cnt-mathml-support',
    what: 'no brackets',
    file: chapter,
    replace: [
      ['<mfenced>', '<mrow>'],
      ['</mfenced>', '</mrow>'],
    ],
    fails: /bracket/,
  },
];

const sounds: BrokenCopy[] = [
  ...[
    ['pub-cmt-mp3', 'EPUB/aud/001.mp3'],
    ['pub-cmt-mp4', 'EPUB/aud/001.m4a'],
    ['pub-cmt-opus', 'EPUB/aud/001.opus'],
    ['mol-support_xhtml', 'EPUB/audio/mobydick.mp4'],
    ['mol-audio', 'EPUB/audio/mobydick_1.mp3'],
  ].map(([test = '', file = '']) => ({
    test,
    what: 'silence',
    file,
    bytes: () => silence(190),
    fails: /The loudness of what is heard/,
  })),
  {
    test: 'mol-audio',
    what: 'another beginning',
    file: 'EPUB/mo/mobydick.smil',
    replace: [['0:00:29.268', '0:00:10.000']],
    fails: /The second that is played/,
  },
  {
    test: 'mol-audio',
    what: 'a later end',
    file: 'EPUB/mo/mobydick.smil',
    replace: [['0:00:44.783', '0:01:00.000']],
    fails: /Reading aloud/,
  },
  {
    test: 'mol-css',
    what: 'the rest is not gray',
    file: 'EPUB/mobydick.xhtml',
    replace: [['color: rgb(158,158,158);', '']],
    fails: /The share of (gray|dark letters)/,
  },
  {
    test: 'mol-css',
    what: 'no green background',
    file: 'EPUB/mobydick.xhtml',
    replace: [['background-color: rgb(13,146,95);', '']],
    fails: /The share of the green background/,
  },
  {
    test: 'mol-tts_multi',
    what: 'the second text comes first',
    file: 'EPUB/mo/mobydick.smil',
    replace: [['mobydick.xhtml#first', 'mobydick.xhtml#second']],
    fails: /toMatch/,
  },
];

const pages: BrokenCopy[] = [
  {
    test: 'cnt-xhtml-support',
    what: 'a page that is not drawn',
    file: chapter,
    replace: [['<body', '<body style="opacity: 0.001"']],
    fails: /The words are drawn/,
  },
  {
    test: 'pub-foreign_json-spine',
    what: 'a page that is hidden',
    file: chapter,
    replace: [['<body', '<body style="visibility: hidden"']],
    fails: /The pages that are shown/,
  },
  {
    test: 'nav-activation',
    what: 'a link to another page',
    file: 'EPUB/nav.xhtml',
    replace: [['content_002.xhtml', 'content_001.xhtml']],
    fails: /The pages that are shown/,
  },
  {
    test: 'nav-spine_in-spine-hidden-toc-html',
    what: 'an entry that is not hidden',
    file: 'EPUB/nav.xhtml',
    replace: [['hidden=""', '']],
    fails: /toBeHidden/,
  },
  {
    test: 'pkg-spine-order',
    what: 'another order',
    file: opf,
    replace: [
      ['<itemref idref="d-content_001"/>', ''],
      [
        '<itemref idref="a-content_004"/>',
        '<itemref idref="a-content_004"/><itemref idref="d-content_001"/>',
      ],
    ],
    fails: /The pages that are shown/,
  },
  {
    test: 'pkg-title-order',
    what: 'another first title',
    file: opf,
    replace: [['<dc:title>pkg-title-order</dc:title>', '']],
    fails: /toHaveText/,
  },
  {
    test: 'pkg-manifest-unlisted-resource',
    what: 'the picture is listed',
    file: opf,
    replace: [['<manifest>', '<manifest><item id="red" href="red.png" media-type="image/png"/>']],
    fails: /The share of red/,
  },
  {
    test: 'pkg-lang_but_not_content',
    what: 'a quotation in French',
    file: chapter,
    replace: [['<blockquote>', '<blockquote lang="fr" xml:lang="fr">']],
    fails: /The screen is the same/,
  },
  {
    test: 'pkg-dir_but_not_content',
    what: 'a list from right to left',
    file: chapter,
    replace: [['<ul>', '<ul dir="rtl">']],
    fails: /Each line begins at the left|toBe/,
  },
  {
    test: 'pub-external-links',
    what: 'a link to another address',
    file: chapter,
    replace: [['#sec-epub-rs-external-links', '#elsewhere']],
    fails: /The question names the address/,
  },
  {
    test: 'pss-support',
    what: 'no reference to a note',
    file: chapter,
    replace: [
      ['epub:type="noteref"', ''],
      ['epub:type="footnote"', ''],
    ],
    fails: /Note of the book/,
  },
  {
    test: 'ocf-zip-comp',
    what: 'an archive that is deflated',
    intact: true,
    file: chapter,
    replace: [['</body>', ' </body>']],
    fails: /The book is refused/,
  },
  {
    test: 'ocf-package_multiple',
    what: 'another package first',
    file: 'META-INF/container.xml',
    replace: [['FOO/BAR/package.opf', 'EPUB/package.opf']],
    fails: /The pages that are shown/,
  },
];

const layouts: BrokenCopy[] = [
  {
    test: 'lay-fxl-spread-none',
    what: 'spreads',
    file: opf,
    replace: [
      ['<meta property="rendition:spread">none</meta>', '<meta property="rendition:spread">both</meta>'],
    ],
    fails: /The pages that are shown/,
  },
  {
    test: 'lay-fxl-page-spread-right',
    what: 'the first page at the left',
    file: opf,
    replace: [['page-spread-right', 'page-spread-left']],
    fails: /toBeGreaterThanOrEqual|The pages that are shown/,
  },
  {
    test: 'lay-fxl-xhtml-icb',
    what: 'a page that is larger',
    file: 'EPUB/page_001.xhtml',
    replace: [['width=900', 'width=1400']],
    fails: /toBeCloseTo|toBeLessThan/,
  },
  {
    test: 'lay-viewport-meta-prop',
    what: 'a page of another size',
    file: 'EPUB/page_002.xhtml',
    replace: [['width=900, height=600', 'width=600, height=900']],
    fails: /Size and scale are those of the first page/,
  },
  {
    test: 'lay-pkg-flow-scrolled-doc',
    what: 'pages instead of scrolling',
    file: opf,
    replace: [['>scrolled-doc<', '>paginated<']],
    fails: /column-width|toBeGreaterThan/,
  },
];

export const brokenCopies: readonly BrokenCopy[] = [
  ...[fonts, pictures, drawings, brokenStyles, sounds, pages, layouts].flat(),
];
