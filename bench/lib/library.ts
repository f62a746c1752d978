import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../server/src/store/engine.ts';
import type { BenchReader } from './libraryServer.ts';

/** A reader's library, and the database of its server. */
export interface Library {
  reader: BenchReader;
  store: Engine;
}

/** Uploads every readable book of the folders, and waits until their text is complete; the others are left out. */
export async function addBooks({ reader, store }: Library, folder: string): Promise<void> {
  for (const kind of ['epub', 'pdf']) {
    for (const name of readdirSync(join(folder, kind))) {
      const body = new FormData();
      body.set('file', new File([readFileSync(join(folder, kind, name))], name));
      await reader.ask('/v1/books', { method: 'POST', body }).catch(() => undefined);
    }
  }
  await untilComplete(store);
}

/** How long the remaining pages of slow PDFs may take: an idle server looks for them every ten minutes. */
const completeWithinMs = 1_200_000;

/** The server answers an upload before it has read all pages of a slow PDF, and before it has indexed all passages. */
async function untilComplete({ db }: Engine): Promise<void> {
  const end = Date.now() + completeWithinMs;
  const isMissing = async () =>
    (await db.selectFrom('books').select('id').where('read_again', '=', 1).executeTakeFirst()) !==
      undefined ||
    (await db.selectFrom('passages').select('id').where('indexed', '=', 0).executeTakeFirst()) !== undefined;
  while (await isMissing()) {
    if (Date.now() > end) throw new Error('The text of the books was not complete in time.');
    await pause(200);
  }
}

/** Adds notes to the books whose titles begin with the given texts. */
export async function addNotes(
  { reader, store: { db } }: Library,
  notes: readonly { book: string; note: string }[],
): Promise<void> {
  const books = await db.selectFrom('books').select(['id', 'title']).execute();
  for (const { book, note } of notes) {
    const id = books.find(({ title }) => title.startsWith(book))?.id;
    if (id === undefined) throw new Error(`No book is called ${book}.`);
    await reader.ask(`/v1/notes/book/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content: note }),
    });
  }
}
