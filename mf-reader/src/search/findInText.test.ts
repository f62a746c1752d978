/** @jest-environment node */
import fc from 'fast-check';
import { findInText } from './findInText.ts';
import { paragraphsOf } from './plainText.ts';

const markup = `<?xml version="1.0"?><html><head><title>Not this</title><style>p { color: red }</style></head>
<body><h1>Loomings</h1><p>Call me <i>Ish</i>mael. Some years ago &#8212; never
mind how long &amp; why.</p><!-- <p>hidden</p> --><p>Caf&#xe9; by the sea.</p></body></html>`;

test('the paragraphs of a chapter are what is read', () => {
  expect(paragraphsOf(markup)).toEqual([
    'Loomings',
    'Call me Ishmael. Some years ago — never mind how long & why.',
    'Café by the sea.',
  ]);
});

test.each([
  ['ishmael', ['Call me \uE000Ishmael\uE001. Some years ago — never mind how long & why.']],
  ['CAFE', ['\uE000Café\uE001 by the sea.']],
  ['years call', ['\uE000Call\uE001 me Ishmael. Some \uE000years\uE001 ago — never mind how long & why.']],
  ['“years ago”', ['Call me Ishmael. Some \uE000years ago\uE001 — never mind how long & why.']],
  ['“ago years”', []],
  ['mael', []],
  ['sea whale', []],
  ['—', []],
  ['', []],
])('%s', (query, texts) => {
  expect(findInText(paragraphsOf(markup), query, 10).map(({ text }) => text)).toEqual(texts);
});

test('a hit in a long paragraph is shown with what stands around it, and is known by its own words', () => {
  const long = `${'before '.repeat(100)}whale ${'after '.repeat(100)}`.trim();
  const [hit] = findInText(['First.', long], 'whale', 10);
  expect(hit?.text).toMatch(/^… before .*\uE000whale\uE001.* …$/u);
  expect(hit?.text.length).toBeLessThan(340);
  expect(hit?.quote).toMatchObject({ exact: 'whale', suffix: expect.stringMatching(/^ after/) });
  expect(hit?.fraction).toBeCloseTo(0.54, 1);
});

test('[R-07] a hit in a long paragraph without spaces is shown', () => {
  expect(findInText([`${'字'.repeat(500)}大学${'字'.repeat(500)}`], '大学', 10)[0]?.text).toContain(
    '\uE000大学\uE001',
  );
});

test('[R-07] a hit is the place where the words stand closest, in the quote and in what is shown', () => {
  const text = `A lantern. ${'Nothing else. '.repeat(40)}A harbor, the harbor lantern of old.`;
  const [hit] = findInText([text], 'lantern harbor', 10);
  expect(hit?.quote.exact).toBe('harbor lantern');
  expect(hit?.quote.prefix).toMatch(/A harbor, the $/);
  expect(hit?.text).toContain('\uE000harbor\uE001 \uE000lantern\uE001 of old.');
  expect(hit?.fraction).toBeGreaterThan(0.9);
});

test('[R-07] readings of characters do not stand between the words', () => {
  const ruby =
    '<p><ruby>東<rt>とう</rt>京<rp>（</rp><rt>きょう</rt><rp>）</rp></ruby>の<ruby>大学<rt>だいがく</rt></ruby></p>';
  expect(paragraphsOf(ruby)).toEqual(['東京の大学']);
  expect(findInText(paragraphsOf(ruby), '東京の大学', 10)).toHaveLength(1);
});

test('what is found is there, and no more is told than was asked for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-zé ]{0,40}$/), { maxLength: 12 }),
      fc.stringMatching(/^[a-z]{1,2}$/),
      fc.integer({ min: 1, max: 5 }),
      (paragraphs, query, most) => {
        const hits = findInText(paragraphs, query, most);
        expect(hits.length).toBeLessThanOrEqual(most);
        for (const { text, quote, fraction } of hits) {
          expect(text).toContain(`\uE000${quote.exact}\uE001`);
          expect(fraction).toBeGreaterThanOrEqual(0);
          expect(fraction).toBeLessThanOrEqual(1);
        }
      },
    ),
  );
});
