import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { marksIn, marksOut, seeded, takeIn } from './support/annotations/marks.ts';
import type { Client } from './support/client.ts';
import { absent, realBooks } from './support/realBooks.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const wanted = 2_000;
const colors = ['yellow', 'green', 'blue', 'pink', 'purple'] as const;
const day = (index: number) => new Date(Date.UTC(2025, 0, 1) + index * 3_600_000).toISOString();

/** Highlights, notes and bookmarks in a book, as a reader's app writes them. */
async function markBook(
  reader: Client,
  bookId: string,
  count: number,
  random: () => number,
): Promise<number> {
  const { spine } = await reader.call('GET /books/:id/manifest', { params: { id: bookId } });
  const passages = (await reader.call('GET /books/:id/text', { params: { id: bookId }, query: {} })).passages;
  const long = passages.filter(({ text }) => text.length > 120);
  const pages = new Set<number>();
  let made = 0;
  for (let index = 0; long.length > 0 && index < count; index++) {
    const { text, target, fraction } = long[Math.floor(random() * long.length)] ?? {
      text: '',
      target: 0,
      fraction: 0,
    };
    const start = text.indexOf(' ', Math.floor(random() * (text.length - 80))) + 1;
    const end = text.indexOf(' ', start + 10 + Math.floor(random() * 60));
    const exact = text.slice(start, end < 0 ? text.length : end);
    const item = spine[target];
    if (exact.trim().length < 8 || item === undefined) continue;
    const prefix = text.slice(Math.max(0, start - 32), start);
    const suffix = text.slice(start + exact.length, start + exact.length + 32);
    const page = item.first_position + Math.min(item.positions - 1, Math.floor(fraction * item.positions));
    const quote = { exact, prefix, suffix };
    const at = fraction + start / Math.max(1, item.characters);
    const position = {
      cfi: `epubcfi(/6/${2 * target + 2}!/4/2,/1:${start},/1:${end})`,
      spine_index: target,
      fraction: Math.min(1, at),
      page,
      quote,
    };
    const params = { id: bookId };
    const kind = index % 10;
    if (kind < 7) {
      const note = kind < 3 ? `Thought ${index}: <b>"so"</b>\nand ünïcode 𝕏 مرحبا` : null;
      const look = {
        color: colors[index % 5] ?? 'yellow',
        style: index % 4 === 0 ? ('underline' as const) : ('highlight' as const),
      };
      await reader.call('POST /books/:id/highlights', {
        params,
        body: { text: exact, ...look, note, page, position, created_at: day(index) },
      });
    } else if (kind < 9) {
      const said = {
        title: kind === 7 ? `Title ${index}` : '',
        content: `Note ${index}`,
        tags: ['sea', `t${index % 5}`],
        type: 'note',
      };
      await reader.call('POST /notes/book/:bookId', {
        params: { bookId },
        body: { ...said, page, position, color: 'blue', created_at: day(index) },
      });
    } else {
      if (pages.has(page)) continue;
      pages.add(page);
      await reader.call('PUT /books/:id/bookmark', {
        params,
        body: { page, position, label: index % 20 === 9 ? `Label ${index}` : null, updated_at: day(index) },
      });
    }
    made += 1;
  }
  return made;
}

test('[B-07] 2,000 marks over real books go out, into a fresh account and out again, the same field by field', async (t) => {
  const books = realBooks('epub');
  if (books.length === 0) return t.skip(absent);
  const [ada, eve] = [await server.reader(), await server.reader()];
  const random = seeded(7);
  let made = 0;
  const ids: string[] = [];
  for (const { path, name } of books) {
    const file = await readFile(path);
    ids.push((await uploadBook(ada, file, name)).id);
    await uploadBook(eve, file, name);
  }
  for (const [index, id] of ids.entries()) {
    const left = ids.length - index;
    made += await markBook(ada, id, Math.ceil(((wanted - made) / left) * 1.3), random);
  }
  assert.ok(made >= wanted, `${made} marks`);
  const first = await marksOut(ada);
  const sets = await marksIn(first);
  assert.equal(sets.flatMap(({ items }) => items).length, made);

  const proof = await eve.call('POST /marks/proof', { body: takeIn(first) });
  assert.deepEqual(proof.counts, { placed: made, near: 0, not_found: 0, known: 0 });
  const imported = await eve.call('POST /marks/import', { body: takeIn(first) });
  assert.equal(imported.import?.marks, made);
  const again = await marksIn(await marksOut(eve));
  const byTitle = (all: typeof sets) =>
    new Map(
      all.map(({ about, items }) => [
        about['dc:identifier']?.at(-1),
        items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ]),
    );
  const [before, afterwards] = [byTitle(sets), byTitle(again)];
  for (const [book, items] of before)
    for (const [index, item] of items.entries())
      assert.deepEqual(afterwards.get(book)?.[index], item, item.id);
  assert.equal(again.flatMap(({ items }) => items).length, made);
});
