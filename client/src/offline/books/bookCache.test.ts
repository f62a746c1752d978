/** @jest-environment node */
import { bookAddressOf } from './bookCache.ts';

const id = '0b8f9d2e-6c1a-4f6e-9f1c-2a3b4c5d6e7f';

describe('the key of a book’s file in the browser', () => {
  it.each([
    [
      `/v1/books/${id}/content/abc.def/OEBPS/ch 1.xhtml`,
      'content',
      `/v1/books/${id}/content/OEBPS/ch%201.xhtml`,
    ],
    [`/v1/books/${id}/file/abc`, 'file', `/v1/books/${id}/file`],
    [`/books/${id}/file/abc`, 'file', `/books/${id}/file`],
    [`/v1/books/${id}/cover/g1/medium.webp`, 'cover', `/v1/books/${id}/cover/medium.webp`],
  ])('%s is the same whatever its grant', (path, kind, key) => {
    expect(bookAddressOf(path)).toEqual({ bookId: id, kind, key });
    expect(bookAddressOf(path.replace(/(content|file|cover)\/[^/]+/, '$1/another'))?.key).toBe(key);
  });

  it('has one key for all spellings of a path', () => {
    const keys = ['a%28b%29%20c.png', 'a(b) c.png', 'a(b)%20c.png'].map(
      (name) => bookAddressOf(`/v1/books/${id}/content/g/${name}`)?.key,
    );
    expect(new Set(keys).size).toBe(1);
    expect(bookAddressOf(`/v1/books/${id}/content/g/100%.png`)?.key).toMatch(/100%25\.png$/);
  });

  it.each([
    '/v1/books',
    `/v1/books/${id}`,
    `/v1/books/${id}/progress`,
    '/library',
    `/v1/books/not-an-id/content/g/x`,
  ])('%s is no file of a book', (path) => expect(bookAddressOf(path)).toBeNull());
});
