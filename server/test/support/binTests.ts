/** Setup of tests about the bin: a thing of each kind, and what is in the bin. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { BinEntry, BinKind } from '@lectern/shared-contracts/api/bin.ts';
import { readingOf, wordFrom } from './books.ts';
import { bookTests } from './bookTests.ts';
import type { Client } from './client.ts';
import { rowsOf, tableNames } from './tables.ts';

interface Made {
  id: string;
  remove: () => Promise<unknown>;
}

/** Starts a server for the tests of a file. */
export function binTests() {
  const books = bookTests();
  const { at } = books;

  const bin = async (reader = books.reader, query = {}): Promise<BinEntry[]> =>
    (await reader.call('GET /bin', { query })).items;
  const entryOf = async (thing: string, reader = books.reader): Promise<BinEntry> => {
    const found = (await bin(reader)).find(({ thing_id }) => thing_id === thing);
    assert.ok(found, `${thing} is in the bin`);
    return found;
  };
  const restore = (id: string, body: { with_book?: boolean } = {}, reader = books.reader) =>
    reader.call('POST /bin/:id/restore', { params: { id }, body });

  /** Tables in which a text stands. */
  async function tablesWith(text: string): Promise<string[]> {
    const { db } = books.server.services;
    const found: string[] = [];
    for (const table of await tableNames(db))
      if (JSON.stringify(await rowsOf(db, table)).includes(text)) found.push(table);
    return found;
  }

  const minutes = () => ({ started_at: at(-30), ended_at: at(-10), seconds: 600 });

  /** Makes a thing of each kind, with every field it has; for files see bookFiles.kept.test. */
  const make: Record<Exclude<BinKind, 'file'>, (reader: Client, bookId: string) => Promise<Made>> = {
    async book(reader, id) {
      const body = { description: 'Whales.', rating: 4, series: 'Sea', series_index: 1.1 };
      await reader.call('PATCH /books/:id', { params: { id }, body });
      return { id, remove: () => reader.call('DELETE /books/:id', { params: { id } }) };
    },
    async note(reader, book_id) {
      const { id } = await reader.call('POST /notes', {
        body: {
          book_id,
          title: 'White',
          content: 'Why “white”?\n\\ "quoted"',
          tags: ['sea', 'color'],
          page: 7,
          position: { page: 7, fraction: 1 / 3 },
          color: 'pink',
          type: 'review',
          created_at: '2020-02-02T02:02:02.000Z',
        },
      });
      return { id, remove: () => reader.call('DELETE /notes/:id', { params: { id } }) };
    },
    async highlight(reader, bookId) {
      const body = {
        text: 'Call me Ishmael.',
        color: 'green',
        style: 'underline',
        note: 'so',
        page: 3,
      } as const;
      const { id } = await reader.call('POST /books/:id/highlights', { params: { id: bookId }, body });
      return { id, remove: () => reader.call('DELETE /highlights/:id', { params: { id } }) };
    },
    async bookmark(reader, bookId) {
      const body = { page: 5, label: 'here', position: { page: 5 }, updated_at: at(-5) };
      const { id } = await reader.call('PUT /books/:id/bookmark', { params: { id: bookId }, body });
      return { id, remove: () => reader.call('DELETE /bookmarks/:id', { params: { id } }) };
    },
    async collection(reader, bookId) {
      const id = randomUUID();
      const body = { name: 'Sea', description: 'Wet', color: 'blue', icon: 'wave', bookIds: [bookId] };
      await reader.call('PUT /collections/:id', { params: { id }, body });
      return { id, remove: () => reader.call('DELETE /collections/:id', { params: { id } }) };
    },
    async session(reader, book_id) {
      const body = { book_id, ...minutes(), notes: 'on the train', pages_read: 9 };
      const { id } = await reader.call('POST /reading/session', { body });
      return { id, remove: () => reader.call('DELETE /reading/sessions/:id', { params: { id } }) };
    },
    async conversation(reader) {
      const id = randomUUID();
      await reader.call('POST /mentor/conversations/:id/messages', {
        params: { id },
        body: { text: 'Who is Ahab?' },
      });
      return { id, remove: () => reader.call('DELETE /mentor/conversations/:id', { params: { id } }) };
    },
    async word(reader, bookId) {
      const id = randomUUID();
      await reader.call('PUT /words/:id', { params: { id }, body: wordFrom(bookId) });
      return { id, remove: () => reader.call('DELETE /words/:id', { params: { id } }) };
    },
    async reading(reader, bookId) {
      const id = randomUUID();
      await reader.call('PUT /readings/:id', { params: { id }, body: readingOf(bookId) });
      return { id, remove: () => reader.call('DELETE /readings/:id', { params: { id } }) };
    },
    async row(reader) {
      const params = { part: 'mf-lending', collection: 'loans', id: randomUUID() };
      const body = { row: { to: 'Ann', due: { at: [1] } }, created_at: at(-5) };
      await reader.call('PUT /parts/:part/rows/:collection/:id', { params, body });
      const remove = () => reader.call('DELETE /parts/:part/rows/:collection/:id', { params });
      return { id: params.id, remove };
    },
    async goal(reader) {
      const { id } = await reader.call('POST /api/gamification/goals', {
        body: { title: 'Ten whales', type: 'once', target: 10.5, deadline: '2030-01-01T00:00:00.000Z' },
      });
      return { id, remove: () => reader.call('DELETE /api/gamification/goals/:id', { params: { id } }) };
    },
  };
  const kinds = Object.keys(make) as (keyof typeof make)[];

  return { books, bin, entryOf, restore, tablesWith, make, kinds };
}
