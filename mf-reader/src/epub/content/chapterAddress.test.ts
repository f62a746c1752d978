import { Chapters } from './chapters.ts';

const page = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Words</p></body></html>';
const mark = { 'lectern-api': '1' };
const original = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = original;
});

let books = 0;
/** A book at an expired URL, with the server's status for it and for the fresh one. */
function open(old: number, fresh = 200, freshAddress = '/v1/books/b/content/fresh') {
  const asked: string[] = [];
  let renewed = 0;
  globalThis.fetch = async (input) => {
    asked.push(String(input));
    const status = String(input).includes('/content/old/') ? old : fresh;
    return {
      status,
      ok: status === 200,
      headers: new Headers(mark),
      body: null,
      text: async () => page,
    } as Response;
  };
  books += 1;
  const item = { href: '1.xhtml', title: null, words: 1, characters: 1, first_position: 1, positions: 1 };
  const chapters = new Chapters(
    { book_id: `book ${books}`, content_url: '/v1/books/b/content/old', spine: [{ ...item, linear: true }] },
    async () => {
      renewed += 1;
      return freshAddress;
    },
  );
  return { chapters, asked, renewed: () => renewed };
}

test.each([401, 403, 404, 410])(
  '[M-10] a chapter that is answered with %d is asked for once at a fresh address',
  async (status) => {
    const { chapters, asked, renewed } = open(status);
    expect((await chapters.load(0)).body.textContent).toBe('Words');
    expect(asked).toEqual([
      'http://localhost/v1/books/b/content/old/1.xhtml',
      'http://localhost/v1/books/b/content/fresh/1.xhtml',
    ]);
    expect(renewed()).toBe(1);
  },
);

test.each([
  [500, 'network'],
  [415, 'corrupt'],
])('[M-10] one that is answered with %d fails without a fresh address', async (status, code) => {
  const { chapters, asked, renewed } = open(status);
  await expect(chapters.load(0)).rejects.toMatchObject({ code });
  expect([asked.length, renewed()]).toEqual([1, 0]);
});

test('[M-10] one that is gone at the fresh address too fails, and is not asked for again', async () => {
  const { chapters, asked } = open(404, 404);
  await expect(chapters.load(0)).rejects.toMatchObject({ code: 'not_found' });
  expect(asked).toHaveLength(2);
});

test('[M-10] an address that stays the same is not asked twice', async () => {
  const { chapters, asked } = open(404, 200, '/v1/books/b/content/old');
  await expect(chapters.load(0)).rejects.toMatchObject({ code: 'not_found' });
  expect(asked).toHaveLength(1);
});
