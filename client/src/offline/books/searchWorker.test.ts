/** @jest-environment node */
import type { SearchAnswer, SearchRequest } from './searchWorker.ts';

const answers: SearchAnswer[] = [];
const arrived: (() => void)[] = [];
const worker = Object.assign(new EventTarget(), {
  postMessage(answer: SearchAnswer) {
    answers.push(answer);
    arrived.shift()?.();
  },
});
const kept = new Map<string, unknown>();
const reads: string[] = [];
const caches = {
  async match(key: string, { cacheName }: { cacheName: string }) {
    reads.push(key);
    const text = kept.get(cacheName);
    if (text instanceof Error) throw text;
    return text && Response.json(text);
  },
};

beforeAll(async () => {
  Object.assign(globalThis, { self: worker, caches });
  await import('./searchWorker.ts');
});

const keep = (id: string, text: string) =>
  kept.set(`lectern-book-${id}`, {
    format: 'epub',
    passages: [{ target: 0, fraction: 0, chapter: null, text }],
  });
const book = (id: string, cachedAt = 1): SearchRequest['books'][number] => ({
  id,
  title: `Title of ${id}`,
  author: 'A',
  cachedAt,
});

async function ask(request: Partial<SearchRequest>): Promise<SearchAnswer | undefined> {
  const answered = new Promise<void>((resolve) => arrived.push(resolve));
  const data: SearchRequest = { id: 1, books: [], typed: 'whale', limit: 10, ...request };
  worker.dispatchEvent(new MessageEvent('message', { data }));
  await answered;
  return answers.at(-1);
}

describe('the worker that searches downloaded books', () => {
  it('answers with passages of the books whose text is here, as many as are wanted', async () => {
    for (const id of ['b1', 'b2']) keep(id, 'The whale.');
    const books = ['b1', 'without text', 'b2'].map((id) => book(id));
    expect(await ask({ id: 7, books })).toMatchObject({
      id: 7,
      passages: [
        { book_id: 'b1', book_title: 'Title of b1', author: 'A', text: 'The \uE000whale\uE001.' },
        { book_id: 'b2' },
      ],
    });
    expect(await ask({ books, limit: 1 })).toMatchObject({ passages: [{ book_id: 'b1' }] });
    expect(await ask({ books, typed: 'zeppelin' })).toEqual({ id: 1, passages: [] });
  });

  it('reads a text once, until the book is downloaded again', async () => {
    keep('b3', 'The whale.');
    reads.length = 0;
    await ask({ books: [book('b3')] });
    keep('b3', 'Another whale.');
    expect(await ask({ books: [book('b3')] })).toMatchObject({
      passages: [{ text: 'The \uE000whale\uE001.' }],
    });
    expect(reads).toEqual(['/offline/text/b3']);
    expect(await ask({ books: [book('b3', 2)] })).toMatchObject({
      passages: [{ text: 'Another \uE000whale\uE001.' }],
    });
  });

  it('answers with the error when a text cannot be read', async () => {
    kept.set('lectern-book-b4', new Error('The disk is broken.'));
    expect(await ask({ id: 9, books: [book('b4')] })).toEqual({ id: 9, error: 'Error: The disk is broken.' });
  });
});
