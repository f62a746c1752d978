import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAccessibility } from '../src/intake/ingest/epub/package/metadata.ts';
import { findElement, parseXml } from '../src/intake/ingest/epub/xml/xml.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';

async function bookOf(metadata: string, files: Record<string, string> = {}, manifest = '') {
  const { book } = await ingested(
    bookFile({ 'OPS/book.opf': packageDocument({ metadata, manifest }), ...files }),
  );
  return book;
}

const property = (name: string, value: string) => `<meta property="${name}">${value}</meta>`;

describe('accessibility metadata of a package', () => {
  it('is read in the notation of EPUB 3', async () => {
    const { metadata } = await bookOf(
      [
        property('schema:accessMode', 'textual'),
        property('schema:accessMode', 'visual'),
        property('schema:accessModeSufficient', 'textual, visual'),
        property('schema:accessibilityFeature', 'alternativeText'),
        property('schema:accessibilityFeature', 'alternativeText'),
        property('schema:accessibilityHazard', 'none'),
        property('schema:accessibilitySummary', 'All  of it\n can be read.'),
        property('dcterms:conformsTo', 'EPUB Accessibility 1.1 - WCAG 2.1 Level AA'),
        property('dcterms:conformsTo', 'https://www.w3.org/publishing/epub/'),
        property('a11y:certifiedBy', 'A Reader'),
        '<meta property="a11y:certifierCredential" refines="#by">Licensed to read</meta>',
        '<link rel="a11y:certifierReport" href="report.html"/>',
        '<link rel="a11y:certifierReport" refines="#by" href="https://example.org/report"/>',
      ].join(''),
    );
    assert.deepEqual(metadata.accessibility, {
      modes: ['textual', 'visual'],
      sufficient: ['textual,visual'],
      features: ['alternativeText'],
      hazards: ['none'],
      summary: metadata.accessibility?.summary,
      conforms_to: ['EPUB Accessibility 1.1 - WCAG 2.1 Level AA'],
      certified_by: 'A Reader',
      certifier_credential: 'Licensed to read',
      certifier_report: 'https://example.org/report',
      exempt: false,
    });
    assert.match(metadata.accessibility?.summary ?? '', /^All of it\s+can be read\.$/);
  });

  it('is read in the notation of EPUB 2, and from links; empty values are dropped', async () => {
    const { metadata } = await bookOf(
      `<meta name="schema:accessibilityFeature" content="tableOfContents"/>
       <link rel="dcterms:conformsTo" href="http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-a"/>`,
    );
    assert.deepEqual(metadata.accessibility?.features, ['tableOfContents']);
    assert.deepEqual(metadata.accessibility?.conforms_to, [
      'http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-a',
    ]);
    assert.equal((await bookOf('')).metadata.accessibility, undefined);
  });
});

describe('what a package says about accessibility', () => {
  const read = (metadata: string) => {
    const found = findElement(parseXml(Buffer.from(packageDocument({ metadata }))), 'metadata');
    return found && readAccessibility(found);
  };
  const nothing = {
    modes: [],
    sufficient: [],
    features: [],
    hazards: [],
    summary: null,
    conforms_to: [],
    certified_by: null,
    exempt: false,
  };
  const cases: [what: string, metadata: string, expected: object | null][] = [
    [
      'is nothing of another element',
      property('schema:accessMode', 'visual').replace('<meta', '<meta refines="#x"'),
      null,
    ],
    ['is nothing when values are empty', property('schema:accessMode', ' '), null],
    ['is an exemption alone', property('a11y:exemption', 'eaa-microenterprise'), { exempt: true }],
    [
      'is a hazard alone',
      '<meta name="schema:accessibilityHazard" content=" flashing "/><meta name="schema:accessibilityHazard"/>',
      { hazards: ['flashing'] },
    ],
    [
      'is a summary alone, in the notation of EPUB 2',
      '<meta name="schema:accessibilitySummary" content="All"/>',
      { summary: 'All' },
    ],
    [
      'is a certifier alone',
      property('a11y:certifiedBy', 'A') + property('a11y:certifiedBy', 'B'),
      { certified_by: 'A' },
    ],
    [
      'is at most 60 values',
      Array.from({ length: 70 }, (_, i) => property('schema:accessMode', `m${i}`)).join(''),
      { modes: Array.from({ length: 60 }, (_, i) => `m${i}`) },
    ],
    [
      'is at most 300 characters of a value',
      property('schema:accessMode', 'x'.repeat(400)),
      { modes: [`${'x'.repeat(299)}…`] },
    ],
    [
      'is at most 4,000 characters of a summary',
      property('schema:accessibilitySummary', 'x'.repeat(5_000)),
      { summary: `${'x'.repeat(3_999)}…` },
    ],
    [
      'is a standard for accessibility',
      `${property('dcterms:conformsTo', 'EPUB 3.3')}<dcterms:conformsTo>WCAG 2.2</dcterms:conformsTo><dcterms:conformsTo>${'wcag '.repeat(100)}</dcterms:conformsTo>`,
      { conforms_to: ['WCAG 2.2', `${'wcag '.repeat(60).slice(0, 299)}…`] },
    ],
    [
      'is no report that is no address',
      '<link rel="a11y:certifierReport" href="ftp://x/"/><link rel="a11y:certifierReport" href="https:// x"/><link rel="a11y:certifierReport"/><link rel="a11y:exemption" href="x"/>',
      { exempt: true },
    ],
  ];
  for (const [what, metadata, expected] of cases)
    it(what, () => assert.deepEqual(read(metadata), expected && { ...nothing, ...expected }));
});

describe('[E-09] content that cannot be shown', () => {
  it('is counted: XML errors, scripts, missing files', async () => {
    const { notes } = await bookOf(
      '',
      { 'OPS/one.xhtml': page('<p>One <b>two</p>') },
      '<item id="x" href="gone.css" media-type="text/css"/><item id="y" href="one.xhtml" media-type="application/xhtml+xml" properties="scripted"/>',
    );
    assert.deepEqual(notes, [
      { kind: 'malformed', count: 1 },
      { kind: 'scripts', count: 1 },
      { kind: 'missing', count: 1 },
    ]);
    assert.deepEqual((await bookOf('')).notes, []);
  });
});
