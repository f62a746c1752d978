import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type FirstFacts, slot } from '@lectern/shared-contracts/contract/firstView.ts';
import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import { fillPrerendered, tileVariants, variantName, variantOf } from './fillPrerendered.ts';

// A reduced form of the markup that the build makes from LibraryPage.tsx.
const picture = `<img src="${slot('cover')}" srcset="${slot('coverBase')}/large.webp 256w">`;
const markup = {
  parts: {
    page: `<h1>${slot('greeting')}, ${slot('name')}</h1><b>${slot('books')} ${slot('reading')} ${slot('completed')} ${slot('unread')}</b>
      <section aria-labelledby="recently-added"><ul><li>${picture}</li></ul></section>
      <p role="status">15 books</p><ul role="list"><li>a sample</li></ul>`,
    tiles: tileVariants
      .map(
        (variant) =>
          `<article data-book-id="${variantName(variant)}"><a href="/read/sample">${picture}<i>${slot('title')}</i> ${slot('author')} ${slot('percent')}</a></article>`,
      )
      .join(''),
  },
  greetings: { 'Good morning': 'Guten Morgen' },
};

const book = (id: string, more: Partial<Book> = {}): Book =>
  normalizeBook({
    id,
    title: `Title of ${id}`,
    author: 'Anon',
    format: 'epub',
    cover_url: `/cover/${id}`,
    cover_base: `/base/${id}`,
    ...more,
  }) as Book;

function draw(items: unknown, facts: Partial<FirstFacts> = {}, total = 1) {
  const place = document.createElement('main');
  place.innerHTML = 'before';
  const drawn = fillPrerendered(place, markup, {
    user: { id: 'r1', name: 'Ada Reader' },
    books: { items, total },
    preference: () => undefined,
    hour: 8,
    ...facts,
  });
  const titles = [...place.querySelectorAll('ul[role="list"] i')].map(({ textContent }) => textContent);
  return { place, drawn, titles };
}

describe('the first view of the library', () => {
  it('greets the reader by the hour, and counts the books', () => {
    const { place } = draw([book('a'), book('b', { is_reading: true, status: 'reading' })]);
    expect(place.querySelector('h1')).toHaveTextContent('Guten Morgen, Ada');
    expect(place.querySelector('b')).toHaveTextContent('2 1 0 1');
    expect(place.querySelector('[role="status"]')).toBeEmptyDOMElement();
  });

  it('has the books in the order of the shelf, as many as can be seen, each where the grid puts it', () => {
    const { place, titles } = draw([
      book('b'),
      book('a'),
      book('c', { status: 'reading', is_reading: true, progress: 40 }),
    ]);
    expect(titles).toEqual(['Title of c', 'Title of a', 'Title of b']);
    const items = [...place.querySelectorAll<HTMLElement>('ul[role="list"] > li')];
    expect(items.map((item) => item.getAttribute('aria-posinset'))).toEqual(['1', '2', '3']);
    // jsdom has no layout: four columns of 240 px, and a window three rows high.
    expect(items.map((item) => item.style.insetInlineStart)).toEqual(['0px', '240px', '480px']);
    const many = Array.from({ length: 50 }, (_, index) => book(`book ${index}`));
    expect(draw(many).titles).toHaveLength(12);
  });

  it('keeps the order that the reader chose', () => {
    const items = [book('a', { created_at: '2026-01-01' }), book('b', { created_at: '2026-02-01' })];
    const preference = (name: string) => (name === 'library.sort' ? 'added' : undefined);
    expect(draw(items, { preference }).titles).toEqual(['Title of b', 'Title of a']);
  });

  it('links to the book, or to its page when there is no file to read', () => {
    const { place } = draw([book('a'), book('b', { format: 'none' })]);
    const links = [...place.querySelectorAll('article > a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/read/a', '/books/b']);
  });

  it('leaves out the picture of a book that has none', () => {
    const { place } = draw([
      book('a', { cover_url: null, cover_base: null }),
      book('b', { cover_base: null }),
    ]);
    const [without, old] = place.querySelectorAll('article');
    expect(without?.querySelector('img')).toBeNull();
    expect(old?.querySelector('img')).toHaveAttribute('src', '/cover/b');
    expect(old?.querySelector('img')).not.toHaveAttribute('srcset');
  });

  it.each<[string, unknown, Partial<FirstFacts>, number]>([
    ['has no books', [], {}, 0],
    [
      'sees them as a list',
      [book('a')],
      { preference: (name) => (name === 'library.view' ? 'list' : null) },
      1,
    ],
    ['sees series as one', [book('a')], { preference: (name) => name === 'library.grouped' }, 1],
    ['has more of them than one answer holds', [book('a')], {}, 201],
  ])('is not drawn for a reader who %s', (_, items, facts, total) => {
    const { place, drawn } = draw(items, facts, total);
    expect(drawn).toBe(false);
    expect(place).toHaveTextContent('before');
  });

  it.each([undefined, null, 7, 'books', { items: 'none' }, { items: [null, 7, {}] }])(
    'is not drawn from an answer that makes no sense: %j',
    (books) => {
      expect(draw([], { books }).drawn).toBe(false);
    },
  );
});

describe('the look of a book', () => {
  it.each<[Partial<Book>, string]>([
    [{}, 'still'],
    [{ status: 'reading', progress: 3 }, 'begun'],
    [{ status: 'paused', progress: 3, favorite: true }, 'begun-favorite'],
    [{ status: 'reading', progress: 0 }, 'still'],
    [{ status: 'unread', progress: 3 }, 'still'],
    [
      { status: 'completed', completed: true, progress: 100, cover_source: 'generated' },
      'completed-generated',
    ],
  ])('%j is %s', (more, name) => {
    expect(variantOf(book('a', more))).toBe(name);
    expect(tileVariants.map(variantName)).toContain(name);
  });
});
