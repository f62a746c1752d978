import { mayBeNoteReference } from '../../engine/noteCall.ts';
import { findNote, noteDocument } from './notes.ts';

const page = (markup: string) => new DOMParser().parseFromString(`<body>${markup}</body>`, 'text/html');
const linkOf = (markup: string) => page(markup).querySelector('a') as Element;

test.each([
  ['<a epub:type="noteref" href="#n">whale</a>', true],
  ['<a role="doc-noteref" href="#n">1</a>', true],
  ['<sup><a href="#n">12</a></sup>', true],
  ['<a href="#n"><sup>a</sup></a>', true],
  ['<a href="#n">[3]</a>', true],
  ['<a href="#n">*</a>', true],
  ['<a href="#n">3</a>', false],
  ['<a href="#n">Chapter 3</a>', false],
  ['<a epub:type="backlink" href="#n">[1]</a>', false],
  ['<a href="#n">Smith</a>', false],
  ['<sup><a href="#n">Smith</a></sup>', false],
  ['<a href="#n"><img src="map.png" alt=""></a>', false],
])('%s may call a note: %s', (markup, may) => {
  expect(mayBeNoteReference(linkOf(markup))).toBe(may);
});

const call = linkOf('<a epub:type="noteref" href="#n">1</a>');
const textOf = (chapter: Document, name: string) =>
  findNote(chapter, name, call)
    ?.map(({ textContent }) => textContent)
    .join(' ');
const sign = linkOf('<sup><a href="#n">1</a></sup>');

test('a note is the block of its name, or the one around it', () => {
  const chapter = page(
    '<ol><li id="a" epub:type="endnote"><p>One.</p></li><li><p><a id="b">2</a> Two.</p></li></ol>',
  );
  expect(textOf(chapter, 'a')).toBe('One.');
  expect(textOf(chapter, 'b')).toBe('2 Two.');
  expect(findNote(chapter, 'c', call)).toBeNull();
});

test('a section with a heading, an empty one and a long one are gone to', () => {
  const long = 'word '.repeat(2_000);
  const chapter = page(
    `<section id="a"><h2>Chapter</h2><p>x</p></section><p id="b"></p><p id="c">${long}</p><p id="d">${long.slice(0, 3_000)}</p>`,
  );
  for (const name of ['a', 'b', 'c']) expect(findNote(chapter, name, call)).toBeNull();
  expect(findNote(chapter, 'd', call)).not.toBeNull();
  expect(findNote(chapter, 'd', sign)).toBeNull();
});

test('a note that is only a sound is a note', () => {
  const chapter = page('<aside id="a" epub:type="footnote"><audio src="a.mp3"></audio></aside>');
  expect(findNote(chapter, 'a', call)?.[0]?.querySelector('audio')).not.toBeNull();
});

test('a note that is shown by itself has no way back, but its own links', () => {
  const chapter = page(
    '<li id="a" epub:type="endnote" lang="la">See <a href="#x">Vergil</a>. <a epub:type="backlink" href="#r">↩</a><a href="#r">↩︎</a></li>',
  );
  const alone = noteDocument(findNote(chapter, 'a', call) as Element[], 'Note 1');
  expect(alone.body.textContent?.trim()).toBe('See Vergil.');
  expect(alone.querySelectorAll('a')).toHaveLength(1);
  expect(alone.documentElement.lang).toBe('la');
  expect(chapter.querySelectorAll('a')).toHaveLength(3);
});

test.each([
  '<a href="#n">〔6〕</a>',
  '<a href="#n">［7］</a>',
  '<a href="#n">①</a>',
  '<a href="#n">（三）</a>',
  '<a href="#n">¹²</a>',
  '<a href="#n">※3</a>',
  '<a href="#n">注9</a>',
  '<a href="#n">[注9]</a>',
  '<sup><a href="#n">９</a></sup>',
  '<a href="#n" style="vertical-align: super">9</a>',
  '<span style="position: relative; top: -0.4em"><a href="#n">9</a></span>',
  '<sup><a class="duokan-footnote" href="#n"><img src="note.png" alt=""></a></sup>',
  '<a href="#n"><img class="footnote" src="note.png" alt=""></a>',
])('[R-02] %s may call a note', (markup) => {
  document.body.innerHTML = markup;
  expect(mayBeNoteReference(document.querySelector('a') as Element)).toBe(true);
});

test('[R-02] a number that is a block of its own is shown with its text, and nothing of the next note', () => {
  const chapter = page(
    `<table><tr><td id="td"><a href="#r">10</a></td><td>Cell.</td></tr></table>
    <dl><dt id="dt">11</dt><dd>Term.</dd><dd>More.</dd><dt>12</dt><dd>Other.</dd></dl>
    <p id="p">[12]</p><p>Paragraph.</p><p>13</p><p>Other.</p>
    <div><div id="div">14</div><div>Division.</div></div>
    <aside><p id="aside">15</p><p>One.</p><p>Two.</p></aside>
    <table><tr id="tr"><td>16</td><td>Row.</td></tr></table>
    <div><h2 id="h">Seventeen</h2></div>`,
  );
  expect(textOf(chapter, 'td')).toBe('10 Cell.');
  expect(textOf(chapter, 'dt')).toBe('11 Term. More.');
  expect(textOf(chapter, 'p')).toBe('[12] Paragraph.');
  expect(textOf(chapter, 'div')).toBe('14 Division.');
  expect(textOf(chapter, 'aside')).toBe('15One.Two.');
  expect(textOf(chapter, 'tr')).toBe('16Row.');
  expect(textOf(chapter, 'h')).toBeUndefined();
});

test.each([
  'hidden=""',
  'style="display: none"',
  'style="visibility: hidden; position: absolute; height: 0; overflow: hidden"',
])('[R-02] a note that the book hides with %s is shown', (attribute) => {
  const chapter = page(
    `<aside id="a" epub:type="footnote" ${attribute}><p ${attribute}>Hidden <i style="color: red">note</i>.</p></aside>`,
  );
  const { body } = noteDocument(findNote(chapter, 'a', call) as Element[], 'Note 1');
  for (const shown of body.querySelectorAll<HTMLElement>('aside, p')) {
    expect(shown.hidden).toBe(false);
    expect(shown.style.cssText).not.toMatch(/none|hidden|absolute|height/);
  }
  expect(body.querySelector('i')?.style.color).toBe('red');
});
