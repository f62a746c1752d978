/** @jest-environment node */
import { actualError, fetchContent } from './fetchContent.ts';
import { ReaderError } from './readerError.ts';

const original = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = original;
});
const answers = (answer: () => Response | Promise<Response>) => {
  globalThis.fetch = async () => answer();
};
const ours = { 'Lectern-Api': '1' };

test('the text of a file is what the server answers', async () => {
  answers(() => new Response('<p>Call me</p>', { headers: ours }));
  expect(await fetchContent('/c/one.xhtml')).toBe('<p>Call me</p>');
});

test('the text of a failure is no text of the book', async () => {
  answers(() => new Response('gone', { status: 410, headers: ours }));
  await expect(fetchContent('/c/one.xhtml')).rejects.toMatchObject({
    code: 'expired',
    message: '/c/one.xhtml: 410',
  });
});

test.each<[string, () => Response | Promise<Response>]>([
  ['that does not come', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['of a portal', () => new Response('Sign in to the hotel')],
  [
    'that breaks off',
    () =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new Error('reset')) }), {
        headers: ours,
      }),
  ],
])('an answer %s is a failure of the network', async (_, answer) => {
  answers(answer);
  await expect(fetchContent('/c/one.xhtml')).rejects.toMatchObject({
    code: 'network',
    message: '/c/one.xhtml: no answer',
  });
});

test.each<[string, 'corrupt' | 'not_found', () => Response, string]>([
  ['a page of a portal is no damaged PDF', 'corrupt', () => new Response('Sign in to the hotel'), 'network'],
  ['a 404 of a proxy is no missing PDF', 'not_found', () => new Response('', { status: 404 }), 'network'],
  ['a damaged PDF is one', 'corrupt', () => new Response('x', { status: 206, headers: ours }), 'corrupt'],
])('[Y-08] %s', async (_, code, answer, found) => {
  answers(answer);
  expect(await actualError(new ReaderError(code, 'pdf'), '/v1/books/b/file/g')).toMatchObject({
    code: found,
  });
});
