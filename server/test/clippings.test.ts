import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { seeded, takeIn } from './support/annotations/marks.ts';
import type { Client } from './support/client.ts';
import { absent, realBooks } from './support/realBooks.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

type Random = () => number;
type Fault = (words: string, random: Random) => string;
const oneOf = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

/** Letters that text recognition confuses. */
const confused: Readonly<Record<string, string>> = {
  rn: 'm',
  l: '1',
  e: 'c',
  h: 'b',
  O: '0',
  li: 'h',
  vv: 'w',
  ا: 'أ',
};

/** What happens to words on their way through another program. */
const faults: Record<string, Fault> = {
  none: (words) => words,
  'cut in the middle of a word': (words, random) =>
    words.slice(Math.floor(random() * 12), words.length - Math.floor(random() * 12)),
  'other quotation marks': (words) =>
    words
      .replace(/[“”«»]/g, '"')
      .replace(/[‘’]/g, "'")
      .replace(/"(\w)/g, '„$1'),
  'other dashes and spaces': (words) =>
    words.replace(/[—–]/g, ' -- ').replace(/ /g, (space) => `${space}\u00a0`),
  'line breaks with hyphens': (words, random) =>
    words.replace(/(\p{L}{3})(\p{L}{3})/gu, (all, a, b) => (random() < 0.2 ? `${a}-\n${b}` : all)),
  'text recognition': (words, random) =>
    words.replace(/rn|li|vv|[leOh]/g, (letters) =>
      random() < 0.08 ? (confused[letters] ?? letters) : letters,
    ),
  'left out in the middle': (words) => {
    const parts = words.split(' ');
    const third = Math.floor(parts.length / 3);
    return parts.length < 12 ? words : [...parts.slice(0, third), '…', ...parts.slice(third + 3)].join(' ');
  },
};

interface Truth {
  fault: string;
  title: string;
  target: number;
  words: string;
}

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Clippings of a book, as a Kindle would have written them. */
async function clippingsOf(
  reader: Client,
  book: { id: string; title: string; author: string },
  count: number,
  random: Random,
) {
  const { passages } = await reader.call('GET /books/:id/text', { params: { id: book.id }, query: {} });
  const long = [...passages.entries()].filter(([, { text }]) => text.length > 160);
  if (long.length < 3 * count) return { text: '', truths: [] };
  const truths: Truth[] = [];
  let text = '';
  for (let at = 0; at < count && long.length > 0; at += 1) {
    const [[index, passage] = [0, { text: '', target: 0 }]] = long.splice(
      Math.floor(random() * long.length),
      1,
    );
    const start = passage.text.indexOf(' ', Math.floor(random() * (passage.text.length - 100))) + 1;
    const end = passage.text.indexOf(' ', start + 25 + Math.floor(random() * 120));
    const words = passage.text.slice(start, end < 0 ? undefined : end).trim();
    const fault = oneOf(Object.keys(faults), random);
    truths.push({ fault, title: book.title, target: passage.target, words });
    const about = `- Your Highlight on Location ${index * 4}-${index * 4 + 3} | Added on Sunday, November 29, 2026 10:00:${at % 60} AM`;
    text += `${book.title} (${book.author})\r\n${about}\r\n\r\n${faults[fault]?.(words, random)}\r\n==========\r\n`;
  }
  return { text, truths };
}

test('of 500 clippings with faults over real books, 95 % are at their place and none at a wrong sentence', async (t) => {
  const files = realBooks('epub').filter(({ name }) => !/^wasteland-otf/.test(name));
  if (files.length === 0) return t.skip(absent);
  const reader = await server.reader();
  const random = seeded(11);
  const truths = new Map<string, Truth[]>();
  const all: Truth[] = [];
  let clippings = '\uFEFF';
  for (const { path, name } of files) {
    const book = await uploadBook(reader, await readFile(path), name);
    const made = await clippingsOf(reader, book, 63, random);
    clippings += made.text;
    truths.set(book.id, made.truths);
    all.push(...made.truths);
  }
  const done = await reader.call('POST /marks/import', {
    body: takeIn(Buffer.from(clippings), 'My Clippings.txt'),
  });
  assert.ok(done.import);
  const wrong: string[] = [];
  const found = new Set<Truth>();
  for (const [bookId, ofBook] of truths) {
    const { items } = await reader.call('GET /books/:id/highlights', {
      params: { id: bookId },
      query: { limit: 200 },
    });
    for (const { text, position } of items) {
      const truth = ofBook.find(({ target, words }) => {
        const [mine, real] = [letters(text), letters(words)];
        return (
          target === position?.spine_index &&
          (real.includes(mine) || (real.includes(mine.slice(6, -6)) && mine.length > 24))
        );
      });
      if (truth) found.add(truth);
      else wrong.push(text);
    }
  }
  t.diagnostic(`${all.length} clippings, ${found.size} found, ${wrong.length} wrong`);
  assert.deepEqual(wrong, []);
  assert.ok(all.length >= 500, `${all.length} clippings`);
  assert.ok(found.size >= all.length * 0.95, `${found.size} of ${all.length}`);
});
