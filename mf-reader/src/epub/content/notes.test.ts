import { findNote, mayBeNoteReference, noteDocument } from './notes.ts';

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
])('%s may call a note: %s', (markup, may) => {
  expect(mayBeNoteReference(linkOf(markup))).toBe(may);
});

const call = linkOf('<a epub:type="noteref" href="#n">1</a>');
const sign = linkOf('<sup><a href="#n">1</a></sup>');

test('a note is the block of its name, or the one around it', () => {
  const chapter = page(
    '<ol><li id="a" epub:type="endnote"><p>One.</p></li><li><p><a id="b">2</a> Two.</p></li></ol>',
  );
  expect(findNote(chapter, 'a', call)?.textContent).toBe('One.');
  expect(findNote(chapter, 'b', call)?.textContent).toBe('2 Two.');
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
  expect(findNote(chapter, 'a', call)?.querySelector('audio')).not.toBeNull();
});

test('a note that is shown by itself has no way back, but its own links', () => {
  const chapter = page(
    '<li id="a" epub:type="endnote" lang="la">See <a href="#x">Vergil</a>. <a epub:type="backlink" href="#r">↩</a><a href="#r">↩︎</a></li>',
  );
  const alone = noteDocument(findNote(chapter, 'a', call) as Element, 'Note 1');
  expect(alone.body.textContent?.trim()).toBe('See Vergil.');
  expect(alone.querySelectorAll('a')).toHaveLength(1);
  expect(alone.documentElement.lang).toBe('la');
  expect(chapter.querySelectorAll('a')).toHaveLength(3);
});
