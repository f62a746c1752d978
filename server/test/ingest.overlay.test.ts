import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OverlayClip } from '@lectern/shared-contracts/api/bookParts.ts';
import { seconds } from '../src/intake/ingest/epub/package/overlay.ts';
import { readSpine } from '../src/intake/ingest/epub/package/spine.ts';
import { limits } from '../src/intake/ingest/limits.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';
import { openedBook } from './support/openedBook.ts';

const metadata =
  '<meta property="media:active-class">-active</meta><meta property="media:playback-active-class">a" b</meta>';

async function overlayOf(body: string) {
  const { book, text } = await bookWith(body);
  const address = book.spine[0]?.overlay;
  return address === undefined ? null : JSON.parse(text(decodeURIComponent(address)) ?? '');
}

async function bookWith(body: string) {
  const manifest =
    '<item id="s" href="mo/one.smil" media-type="application/smil+xml"/><item id="a" href="audio/a%20b.mp3" media-type="audio/mpeg"/>';
  const opf = packageDocument({ metadata, manifest }).replace('id="c0"', 'id="c0" media-overlay="s"');
  return ingested(
    bookFile({
      'OPS/book.opf': opf,
      'OPS/one.xhtml': page('<p id="p1">One.</p><p id="p2">Two.</p>'),
      'OPS/mo/one.smil': `<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>${body}</body></smil>`,
      'OPS/audio/a b.mp3': 'x',
    }),
  );
}

const par = (id: string, audio: string) => `<par><text src="../one.xhtml#${id}"/>${audio}</par>`;
const sound = (begin: string, end: string) =>
  `<audio src="../audio/a%20b.mp3" clipBegin="${begin}" clipEnd="${end}"/>`;

describe('[E-10] the media overlay of a chapter', () => {
  it('lists clips in order, from nested sequences', async () => {
    assert.deepEqual(
      await overlayOf(`<seq>${par('p1', sound('0:00:01.5', '2s'))}<seq>${par('p2', '')}</seq></seq>`),
      {
        active_class: '-active',
        playback_class: null,
        clips: [
          { text: 'p1', audio: 'OPS/audio/a%20b.mp3', begin: 1.5, end: 2 },
          { text: 'p2', audio: null, begin: 0, end: null },
        ],
      },
    );
  });

  it('drops clips without a target, and leaves broken audio to a voice', async () => {
    const body = [
      '<par><text src="../gone.xhtml#x"/></par>',
      par('p1', sound('9s', '2s')),
      par('p2', '<audio src="../../../etc/passwd"/>'),
    ];
    const found = await overlayOf(body.join(''));
    assert.deepEqual(
      found.clips.map((clip: { text: string; audio: string | null }) => [clip.text, clip.audio]),
      [
        ['p1', null],
        ['p2', null],
      ],
    );
    assert.equal(await overlayOf('<par><text src="../gone.xhtml#x"/></par>'), null);
    assert.equal(await overlayOf('<seq><par>'), null);
  });

  it('counts broken clips; an unreadable document is dropped', async () => {
    const notes = async (body: string) => (await bookWith(body)).book.notes;
    const broken = ['<par><text src="../gone.xhtml#x"/></par>', par('p1', sound('9s', '2s')), par('p2', '')];
    assert.deepEqual(await notes(broken.join('')), [{ kind: 'sound', count: 2 }]);
    const tooDeep = `${'<seq>'.repeat(2_000)}${par('p1', '')}`;
    assert.deepEqual(await notes(tooDeep), [{ kind: 'sound', count: 1 }]);
  });

  it('accepts thousands of clips, up to a limit', async () => {
    const piece = par('p1', sound('1s', '2s'));
    assert.equal((await overlayOf(piece.repeat(4_000))).clips.length, 4_000);
    const short = '<par><text src="../one.xhtml"/></par>';
    assert.equal((await overlayOf(short.repeat(limits.overlayClips + 1))).clips.length, limits.overlayClips);
  });

  it('marks skippable and escapable content', async () => {
    const body = `<par epub:type="footnote"><text src="../one.xhtml#p1"/></par>
      <seq epub:type="table"><seq epub:type="table-row">${par('p1', '')}${par('p2', '')}</seq>${par('p1', '')}</seq>${par('p2', '')}`;
    const found = await overlayOf(body);
    assert.deepEqual(
      found.clips.map(({ text, skip, leave }: OverlayClip) => [text, skip, leave]),
      [
        ['p1', 'footnote', undefined],
        ['p1', undefined, 4],
        ['p2', undefined, 4],
        ['p1', undefined, 4],
        ['p2', undefined, undefined],
      ],
    );
  });
});

describe('[E-10] a clock value', () => {
  const values: [value: string | undefined, seconds: number | null][] = [
    ['0:02:32.732', 152.732],
    ['10:00:01', 36_001],
    ['02:30', 150],
    ['2:5.', 125],
    [' 12.5 ', 12.5],
    ['12.', 12],
    ['500ms', 0.5],
    ['1.5min', 90],
    ['1h', 3_600],
    ['3s', 3],
    ['npt=3s', 3],
    ['-1', null],
    ['1:-1', null],
    ['1:2:3:4', null],
    ['1:100', null],
    ['x1:02', null],
    ['1:02x', null],
    ['1sec', null],
    ['x1s', null],
    ['1 s', null],
    ['1.5.5', null],
    ['soon', null],
    ['snpt=3', null],
    ['', null],
    [undefined, null],
  ];
  for (const [value, expected] of values)
    it(`${JSON.stringify(value)} is ${expected ?? 'no time'}`, () => assert.equal(seconds(value), expected));
});

describe('[E-10] a synchronized reading', () => {
  const smil = (body: string) => `<smil>${body}</smil>`;
  async function overlaysOf(files: Record<string, string>, manifest = '', meta = '') {
    const items = `<item id="s" href="a.smil" media-type="x"/><item id="m" href="m.mp3" media-type="x"/>${manifest}`;
    const opf = packageDocument({ manifest: items, metadata: meta, chapters: ['one.xhtml', 'two.xhtml'] });
    const book = await openedBook({
      'OPS/book.opf': opf.replaceAll(/id="c\d"/g, '$& media-overlay="s"'),
      'OPS/two.xhtml': page('x'),
      'OPS/m.mp3': 'x',
      ...files,
    });
    return readSpine(book.archive, book.source, book.files);
  }
  const texts = (name: string, ids: string) =>
    ids
      .split(' ')
      .map((id) => `<par><text src="${name}.xhtml#${id}"/></par>`)
      .join('');

  it('has the clips of each page, of one document for both', async () => {
    const [one, two] = await overlaysOf({
      'OPS/a.smil': smil(
        `<body>${texts('one', 'a b')}${texts('two', 'c')}${texts('gone', 'd')}${texts('one', 'e')}</body>`,
      ),
    });
    assert.deepEqual(
      one?.overlay?.clips.map(({ text }) => text),
      ['a', 'b', 'e'],
    );
    assert.deepEqual(
      two?.overlay?.clips.map(({ text }) => text),
      ['c'],
    );
    assert.deepEqual([one?.brokenClips, two?.brokenClips], [1, 1]);
  });

  it('is none without a document, a body, or clips of the page', async () => {
    const cases: Record<string, string>[] = [
      {},
      { 'OPS/a.smil': smil('') },
      { 'OPS/a.smil': smil(`<body>${texts('two', 'c')}</body>`) },
    ];
    for (const files of cases) {
      const [one] = await overlaysOf(files);
      assert.deepEqual([one?.overlay, one?.brokenClips], [null, 0], JSON.stringify(files));
    }
  });

  it('has sound of the book, from a start to an end', async () => {
    const audio = (attributes: string) => `<par><text src="one.xhtml"/><audio ${attributes}/></par>`;
    const [one] = await overlaysOf({
      'OPS/a.smil': smil(
        `<body>${audio('src="m.mp3"')}${audio('src="m.mp3" clipBegin="1s" clipEnd="1s"')}${audio('src="m.mp3" clipBegin="1s" clipEnd="2s"')}${audio('src="one.xhtml"')}${audio('src="https://evil.example/m.mp3"')}${audio('')}<par><text/><audio src="m.mp3"/></par></body>`,
      ),
    });
    const none = { text: null, audio: null, begin: 0, end: null };
    assert.deepEqual(one?.overlay?.clips, [
      { ...none, audio: 'OPS/m.mp3' },
      none,
      { ...none, audio: 'OPS/m.mp3', begin: 1, end: 2 },
      none,
      none,
      none,
    ]);
    // Four without sound, and one whose text is the document itself.
    assert.equal(one?.brokenClips, 5);
  });

  it('has class names that are one safe word', async () => {
    const meta = (name: string, value: string) => `<meta property="media:${name}">${value}</meta>`;
    const files = { 'OPS/a.smil': smil(`<body>${texts('one', 'a')}</body>`) };
    const names: [value: string, expected: string | null][] = [
      ['-epub-active', '-epub-active'],
      ['a b', null],
      ['a"', null],
      ['"a', null],
      ['x'.repeat(100), 'x'.repeat(100)],
      ['x'.repeat(101), null],
      ['', null],
    ];
    for (const [value, expected] of names) {
      const [one] = await overlaysOf(
        files,
        '',
        meta('active-class', value) + meta('playback-active-class', 'p'),
      );
      assert.deepEqual([one?.overlay?.active_class, one?.overlay?.playback_class], [expected, 'p'], value);
    }
  });

  it('may be skipped or left by what its parts are', async () => {
    const kinds = 'footnote endnote rearnote sidebar pagebreak note annotation'.split(' ');
    const skipped = kinds.map((kind) => `<par type="x ${kind}"><text src="one.xhtml"/></par>`).join('');
    const [one] = await overlaysOf({
      'OPS/a.smil': smil(`<body>${skipped}<seq type="note">${texts('one', 'a')}</seq></body>`),
    });
    assert.deepEqual(
      one?.overlay?.clips.map(({ skip }) => skip),
      [...kinds, 'note'],
    );
    const structures = 'table table-row table-cell list list-item figure sidebar aside'.split(' ');
    const left = structures.map((kind) => `<seq type="${kind}">${texts('one', 'a b')}</seq>`).join('');
    const [two] = await overlaysOf({
      'OPS/a.smil': smil(`<body>${left}<seq type="chapter">${texts('one', 'c')}</seq></body>`),
    });
    assert.deepEqual(
      two?.overlay?.clips.map(({ leave }) => leave),
      [...structures.flatMap((_, i) => [2 * i + 2, 2 * i + 2]), undefined],
    );
  });

  it('may be left on each of its pages', async () => {
    const [one, two] = await overlaysOf({
      'OPS/a.smil': smil(
        `<body><s:seq xmlns:s="x" type="list">${texts('one', 'a')}${texts('two', 'b c')}${texts('one', 'd')}</s:seq></body>`,
      ),
    });
    assert.deepEqual(
      [one, two].map((item) => item?.overlay?.clips.map(({ leave }) => leave)),
      [
        [2, 2],
        [2, 2],
      ],
    );
  });
});
