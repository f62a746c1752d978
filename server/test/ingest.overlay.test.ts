import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OverlayClip } from '@lectern/shared-contracts/api/mediaOverlay.ts';
import { seconds } from '../src/ingest/epub/overlay.ts';
import { limits } from '../src/ingest/limits.ts';
import { bookFile, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';

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

  it('parses clock values in all notations', () => {
    const values = ['0:02:32.732', '02:30', '12.5', '500ms', '1.5min', '1h', 'npt=3s', '-1', 'soon', ''];
    assert.deepEqual(
      values.map((value) => seconds(value)),
      [152.732, 150, 12.5, 0.5, 90, 3_600, 3, null, null, null],
    );
  });
});
