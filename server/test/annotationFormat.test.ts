import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mark, markLimits } from '../src/devices/annotations/reading/formats/mark.ts';
import { readMarks } from '../src/devices/annotations/reading/readMarks.ts';
import { annotation, annotationSet } from '../src/devices/annotations/writeAnnotations.ts';
import { rawZip } from './support/rawZip.ts';

const plain: Mark = {
  id: 'urn:uuid:1',
  kind: 'highlight',
  created: '2026-01-02T00:00:00.000Z',
  modified: '2026-01-03T00:00:00.000Z',
  source: 'text/one.xhtml',
  quote: { exact: 'Call me Ishmael.', prefix: '“', suffix: ' Some years ago' },
  cfi: null,
  range: null,
  fraction: 0.25,
  page: 3,
  body: null,
  title: '',
  type: 'note',
  color: 'orange',
  style: 'highlight',
  tags: [],
};

const written: [string, Partial<Mark>, object][] = [
  [
    'a highlight has a color and no words of its own',
    {},
    {
      motivation: 'highlighting',
      body: { type: 'TextualBody', value: '', format: 'text/plain', color: 'orange', highlight: 'solid' },
    },
  ],
  [
    'a thought is its one body, as plain text',
    { body: '<b>So</b>', style: 'underline' },
    {
      motivation: 'commenting',
      body: {
        type: 'TextualBody',
        value: '<b>So</b>',
        format: 'text/plain',
        color: 'orange',
        highlight: 'underline',
      },
    },
  ],
  [
    'a note has its title in its text',
    { kind: 'note', title: 'Names', body: 'Himself.', color: null, tags: ['sea'] },
    {
      motivation: 'commenting',
      body: { type: 'TextualBody', value: 'Names\n\nHimself.', format: 'text/plain', tags: ['sea'] },
      lectern: { kind: 'note', title: 'Names', type: 'note' },
    },
  ],
  [
    'a note as long as a note may be',
    { kind: 'note', title: 'T'.repeat(500), body: 'x'.repeat(100_000), color: null },
    {
      motivation: 'commenting',
      body: {
        type: 'TextualBody',
        value: `${'T'.repeat(500)}\n\n${'x'.repeat(100_000)}`,
        format: 'text/plain',
      },
      lectern: { kind: 'note', title: 'T'.repeat(500), type: 'note' },
    },
  ],
  [
    'a bookmark without a label has no body',
    { kind: 'bookmark', color: null },
    { motivation: 'bookmarking' },
  ],
  [
    'a label of a bookmark',
    { kind: 'bookmark', body: 'Here', color: null },
    { motivation: 'bookmarking', body: { type: 'TextualBody', value: 'Here', format: 'text/plain' } },
  ],
];
for (const [title, fields, expected] of written)
  test(`[B-07] written: ${title}`, () => {
    assert.deepEqual(JSON.parse(JSON.stringify(annotation({ ...plain, ...fields }))), {
      id: 'urn:uuid:1',
      type: 'Annotation',
      created: plain.created,
      modified: plain.modified,
      target: {
        source: 'text/one.xhtml',
        selector: [
          { type: 'TextQuoteSelector', exact: 'Call me Ishmael.', prefix: '“', suffix: ' Some years ago' },
          { type: 'ProgressionSelector', value: 0.25 },
        ],
        meta: { page: '3' },
      },
      ...expected,
    });
  });

const about = {
  id: 'b',
  title: 'Moby-Dick',
  author: 'Herman Melville',
  isbn: '9780142437247',
  sha256: 'ab'.repeat(32),
  format: 'epub' as const,
  publisher: null,
  published: '1851-10-18',
};

test('[B-07] written and read again, all is the same', async () => {
  const marks = written.map(
    ([, fields], index): Mark => ({
      ...plain,
      ...fields,
      id: `urn:uuid:${index}`,
      cfi: 'epubcfi(/6/4!/4/2)',
    }),
  );
  const batches = async function* () {
    yield marks.slice(0, 2);
    yield marks.slice(2);
  };
  const pieces: string[] = [];
  for await (const piece of annotationSet(about, batches(), new Date(0))) pieces.push(piece);
  const set = JSON.parse(pieces.join(''));
  assert.equal(set['@context'], 'https://www.w3.org/ns/epub-anno.jsonld');
  assert.equal(set.type, 'AnnotationSet');
  assert.deepEqual(set.about['dc:date'], '1851');
  const file = rawZip([{ name: 'annotations.json', data: pieces.join('') }]);
  const { title, author, isbn, sha256 } = about;
  assert.deepEqual(await readMarks(file), [{ about: { title, author, isbn, sha256 }, marks }]);
});

const one = async (item: object, more: object = {}) => {
  const target = { source: 'one.xhtml', selector: [{ type: 'TextQuoteSelector', exact: 'words' }] };
  const set = { about: {}, items: [{ id: 'urn:x', type: 'Annotation', target, ...item }], ...more };
  const [read] = await readMarks(Buffer.from(JSON.stringify(set)));
  return { ...read?.marks[0], book: read?.about };
};
const selecting = (selector: unknown) => ({ target: { source: 'one.xhtml', selector } });

const reads: [string, object, object][] = [
  [
    'a highlight of Thorium',
    {
      motivation: 'highlighting',
      body: {
        type: 'TextualBody',
        value: '',
        tag: 'sea',
        keyword: 'ship',
        tags: ['sea'],
        color: 'cyan',
        highlight: 'outline',
      },
    },
    { kind: 'highlight', color: 'blue', style: 'highlight', tags: ['sea', 'ship'], body: null },
  ],
  [
    'a bookmark of Thorium, which has words',
    { motivation: 'bookmarking', body: { type: 'TextualBody', value: 'B', highlight: 'bookmark' } },
    { kind: 'bookmark', body: 'B', color: null },
  ],
  [
    'an unknown color',
    { body: { type: 'TextualBody', value: 'x', color: 'mauve' } },
    { color: 'yellow', body: 'x' },
  ],
  [
    'a text with its language',
    { body: { type: 'TextualBody', value: { language: 'he', text: 'שלום' } } },
    { body: 'שלום' },
  ],
  [
    'a text with scripts stays text',
    { body: { type: 'TextualBody', value: '<script>alert(1)</script>' } },
    { body: '<script>alert(1)</script>' },
  ],
  [
    'a sound is no text',
    { body: { type: 'Audio', id: 'a.mp3', color: 'pink' } },
    { body: null, kind: 'highlight' },
  ],
  [
    'no words and no text is a bookmark',
    selecting([{ type: 'ProgressionSelector', value: 0.5 }]),
    { kind: 'bookmark', fraction: 0.5 },
  ],
  [
    'a text without words is a note',
    { ...selecting(undefined), body: { type: 'TextualBody', value: 'x' } },
    { kind: 'note', body: 'x' },
  ],
  [
    'a CFI of Thorium 3.1',
    selecting({
      type: 'FragmentSelector',
      conformsTo: 'http://www.idpf.org/epub/linking/cfi/epub-cfi.html',
      value: 'epubcfi(/6/4!/4/2)',
    }),
    { cfi: 'epubcfi(/6/4!/4/2)' },
  ],
  [
    'a CSS selector with a position',
    selecting({
      type: 'CssSelector',
      value: '#a > p',
      refinedBy: { type: 'TextPositionSelector', start: 4, end: 9 },
    }),
    { range: { css: '#a > p', start: 4, end: 9 } },
  ],
  [
    'the id of an element',
    selecting({ type: 'FragmentSelector', value: 'here' }),
    { range: { css: '#here', start: 0, end: 0 } },
  ],
  [
    'what is no value is left out',
    {
      created: '-001000-01-01T00:00:00Z',
      modified: 'soon',
      body: { type: 'TextualBody', value: 5, tags: [3, 'ok'] },
    },
    { created: null, modified: null, body: null, tags: ['ok'] },
  ],
];
for (const [title, item, expected] of reads)
  test(`[B-07] read: ${title}`, async () => {
    const read = (await one(item)) as Record<string, unknown>;
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, read[name]])), expected);
  });

test('[B-07] read: the book by ISBN, title and several authors', async () => {
  const set = {
    about: {
      'dc:identifier': ['urn:thorium:x', 'urn:isbn:9780142437247'],
      'dc:title': 'T',
      'dc:creator': ['A', 'B'],
    },
  };
  const { book } = await one({}, set);
  assert.deepEqual(book, { isbn: '9780142437247', title: 'T', author: 'A, B', sha256: null });
});

const tooMany = JSON.stringify({ items: Array.from({ length: markLimits.marks + 1 }, () => 0) });
const refused: [string, Buffer | Uint8Array, string][] = [
  ['words', Buffer.from('Call me Ishmael'), 'marks_unreadable'],
  ['broken JSON', Buffer.from('{"items": [{"id": x}'), 'marks_unreadable'],
  ['JSON of another kind', Buffer.from('{"items": 3}'), 'marks_unreadable'],
  ['a zip without annotations', rawZip([{ name: 'x.txt', data: 'x' }]), 'marks_unreadable'],
  ['half of a zip', rawZip([{ name: 'annotations.json', data: '{}' }]).subarray(0, 60), 'marks_unreadable'],
  ['more marks than are read at once', Buffer.from(tooMany), 'marks_too_many'],
  [
    'a zip that unpacks to more than is read',
    rawZip([{ name: 'annotations.json', data: Buffer.alloc(markLimits.textBytes + 1, 32) }]),
    'marks_too_many',
  ],
];
for (const [title, file, code] of refused)
  test(`[B-07] refused: ${title}`, async () => {
    await assert.rejects(readMarks(file), { code });
  });
