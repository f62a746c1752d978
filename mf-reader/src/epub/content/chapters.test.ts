import { Chapters } from './chapters.ts';

const item = (href: string, linear = true) => ({
  href,
  title: null,
  words: 1,
  characters: 1,
  first_position: 1,
  positions: 1,
  linear,
});

const book = (...hrefs: [href: string, linear?: boolean][]) =>
  new Chapters(
    {
      book_id: 'b',
      content_url: '/v1/books/b/content/grant',
      spine: hrefs.map(([href, linear]) => item(href, linear)),
    },
    async () => '',
  );

test('chapters outside of the order of reading are passed over, and lead back into it', () => {
  const chapters = book(['cover.xhtml', false], ['1.xhtml'], ['notes.xhtml', false], ['2.xhtml']);
  expect(chapters.first()).toBe(1);
  expect(chapters.after(1)).toBe(3);
  expect(chapters.after(2)).toBe(3);
  expect(chapters.before(3)).toBe(1);
  expect(chapters.before(1)).toBeNull();
  expect(chapters.after(3)).toBeNull();
});

test('[E-08] a book does not end with a chapter outside of the order of reading, and its end is not there', () => {
  const chapters = book(['1.xhtml'], ['2.xhtml'], ['notes.xhtml', false]);
  expect([0, 1, 2].map((index) => chapters.endsWith(index))).toEqual([false, true, false]);
  expect(chapters.atEdge('bookEnd', 0)).toBe(1);
});

test.each(['text/a b.xhtml', 'text/a%20b.xhtml', 'text/a%20b.xhtml#note-3'])('%s is the chapter', (href) => {
  expect(book(['cover.xhtml'], ['text/a%20b.xhtml']).indexOf(href)).toBe(1);
});

test('an address that only looks encoded breaks nothing', () => {
  const chapters = book(['100%.xhtml'], ['2.xhtml']);
  expect(chapters.count).toBe(2);
  expect(chapters.indexOf('nowhere.xhtml')).toBeNull();
});

test('an address within the book is told from one without', () => {
  const chapters = book(['text/1.xhtml']);
  expect(chapters.url(0)).toBe('http://localhost/v1/books/b/content/grant/text/1.xhtml');
  expect(chapters.pathOf('http://localhost/v1/books/b/content/grant/text/2.xhtml#n')).toBe('text/2.xhtml#n');
  expect(chapters.pathOf('http://localhost/v1/books/other/content/x/1.xhtml')).toBeNull();
  expect(chapters.pathOf('https://example.org/')).toBeNull();
});

test('the steps of a CFI begin as those of other readers', () => {
  expect(book(['a'], ['b']).section(1)?.cfiBase).toBe('/6/4');
});
