/** @jest-environment node */
import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import { JSDOM } from 'jsdom';
import { downloadBook } from './downloadBook.ts';

const root = '/v1/books/0b8f9d2e-6c1a-4f6e-9f1c-2a3b4c5d6e7f';
const content = `${root}/content/grant`;
const epub = {
  format: 'epub',
  content_url: content,
  opf: 'OPS/book.opf',
  spine: [{ href: 'OPS/one.xhtml' }, { href: 'OPS/two.xhtml' }],
} as Manifest;
const pdf = { format: 'pdf', content_url: `${root}/file/grant`, opf: null, spine: [] } as unknown as Manifest;
const noCover = { cover_base: null, cover_url: null, file_size: 0 };
const listing = (...hrefs: string[]) =>
  `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${hrefs.map((href) => `<item href="${href}"/>`).join('')}</manifest></package>`;

interface Answers {
  manifest?: Manifest;
  book?: typeof noCover | { cover_base: string | null; cover_url: string | null; file_size: number };
  /** By the last segment of a path: a status, or a body. */
  answers?: Record<string, number | string>;
  headers?: Record<string, string>;
}

async function download({ manifest = epub, book = noCover, answers = {}, headers = {} }: Answers = {}) {
  const kept = new Map<string, Response>();
  const asked: string[] = [];
  const progress: [part: number, bytes: number][] = [];
  let open = 0;
  let mostOpen = 0;
  const result = downloadBook({
    book,
    manifest,
    cache: {
      async put(key, response) {
        kept.set(String(key), new Response(await response.blob(), response));
      },
    },
    async fetch(input) {
      const path = new URL(String(input), 'http://localhost').pathname;
      asked.push(path);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      const found = answers[path.split('/').at(-1) ?? ''] ?? 'some bytes';
      const all = { 'lectern-api': '1', ...headers };
      return typeof found === 'number'
        ? Response.json({ error: `No ${found}` }, { status: found, headers: all })
        : new Response(found, { headers: all });
    },
    onProgress: (part, bytes) => progress.push([part, bytes]),
  });
  const settled = await result.then(
    ({ bytes, keys }) => ({ bytes, keys, error: null }),
    (error: { message: string; status: number; code: string }) => ({ bytes: 0, keys: [], error }),
  );
  return { ...settled, kept, asked, progress, mostOpen };
}

beforeAll(() => {
  const { window } = new JSDOM('', { url: 'http://localhost/' });
  Object.assign(globalThis, { DOMParser: window.DOMParser, location: window.location });
});

describe('[RD-07] a download', () => {
  it('asks for chapters first, each file once, and only for files of this server’s books', async () => {
    const { asked, keys, bytes } = await download({
      answers: {
        'book.opf': listing(
          'one.xhtml',
          'a.css',
          'a.css#x',
          '/elsewhere.png',
          'https://example.org/b.png',
          'http://[',
          '',
        ),
      },
    });
    expect(asked.toSorted()).toEqual(
      [
        `${content}/OPS/book.opf`,
        `${content}/OPS/one.xhtml`,
        `${content}/OPS/two.xhtml`,
        `${content}/OPS/book.opf`,
        `${content}/OPS/a.css`,
      ].toSorted(),
    );
    expect(keys.toSorted()).toEqual(
      ['a.css', 'book.opf', 'one.xhtml', 'two.xhtml'].map((name) => `${root}/content/OPS/${name}`),
    );
    expect(bytes).toBeGreaterThan(3 * 'some bytes'.length);
  });

  it('fetches four files at the same time', async () => {
    const spine = Array.from({ length: 9 }, (_, at) => ({ href: `${at}.xhtml` }));
    const { mostOpen, keys } = await download({
      manifest: { ...epub, opf: null, spine } as unknown as Manifest,
    });
    expect(mostOpen).toBe(4);
    expect(keys).toHaveLength(9);
  });

  it('tells how many of the files are here, and their bytes', async () => {
    const { progress, bytes } = await download({
      manifest: { ...epub, opf: null } as unknown as Manifest,
      answers: { 'one.xhtml': 'x', 'two.xhtml': 'yz' },
    });
    expect(progress.map(([part]) => part)).toEqual([0.5, 1]);
    expect(progress.at(-1)).toEqual([1, 3]);
    expect(bytes).toBe(3);
  });

  it('tells how much of a PDF is here, never all of it before its end', async () => {
    const whole = { manifest: pdf, answers: { grant: 'x'.repeat(10) } };
    const { progress, keys } = await download({ ...whole, book: { ...noCover, file_size: 40 } });
    expect(progress).toEqual([
      [0.25, 10],
      [1, 10],
    ]);
    expect(keys).toEqual([`${root}/file`]);
    expect((await download({ ...whole, book: { ...noCover, file_size: 10 } })).progress[0]).toEqual([
      0.99, 10,
    ]);
    expect((await download(whole)).progress).toEqual([[1, 10]]);
  });

  it('keeps each size of the cover that there is, and the one that is shown', async () => {
    const book = {
      cover_base: `${root}/cover/g/3`,
      cover_url: `${root}/cover/g/4/medium.webp`,
      file_size: 0,
    };
    const { keys, error } = await download({ manifest: pdf, book, answers: { 'large.webp': 404 } });
    expect(error).toBeNull();
    expect(keys.toSorted()).toEqual(
      [
        ...['medium', 'small', 'thumbnail'].map((size) => `${root}/cover/3/${size}.webp`),
        `${root}/cover/4/medium.webp`,
        `${root}/file`,
      ].toSorted(),
    );
  });

  it('keeps a response as it is read, without the headers of its transfer', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '7', 'content-type': 'text/css' };
    const { kept } = await download({ manifest: pdf, headers });
    const stored = kept.get(`${root}/file`);
    expect([...(stored?.headers ?? [])]).toEqual([
      ['content-type', 'text/css'],
      ['lectern-api', '1'],
    ]);
    expect(await stored?.text()).toBe('some bytes');
  });

  it.each([
    ['a chapter is missing', { answers: { 'two.xhtml': 404 } }, 404, 'No 404'],
    ['a resource fails', { answers: { 'book.opf': listing('a.css'), 'a.css': 500 } }, 500, 'No 500'],
    ['the package cannot be read', { answers: { 'book.opf': 503 } }, 503, 'Request failed (503)'],
  ])('fails when %s', async (_, answers, status, message) => {
    const { error } = await download(answers);
    expect([error?.status, error?.message]).toEqual([status, message]);
  });

  it('goes on without resources and a package that are missing', async () => {
    expect((await download({ answers: { 'book.opf': listing('a.css'), 'a.css': 404 } })).keys).toHaveLength(
      3,
    );
    expect((await download({ answers: { 'book.opf': 404 } })).keys).toHaveLength(2);
  });
});
