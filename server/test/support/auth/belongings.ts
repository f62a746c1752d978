import { randomUUID } from 'node:crypto';
import { oneMark } from '../annotations/marks.ts';
import { addBook, readingOf, wordFrom } from '../books.ts';
import type { Client } from '../client.ts';
import { addFolderRow } from '../folders/readersFolder.ts';
import type { TestServer } from '../server.ts';
import { stage } from '../uploads.ts';
import { addPasskey } from './addPasskey.ts';
import { addSendAddress } from './addSendAddress.ts';

/** The ids of what a user has: one of everything. */
export interface Belongings {
  book: string;
  highlight: string;
  bookmark: string;
  note: string;
  /** Of the bin. */
  entry: string;
  word: string;
  markImport: string;
  collection: string;
  session: string;
  reading: string;
  partRow: string;
  goal: string;
  conversation: string;
  upload: string;
  folder: string;
  device: string;
  passkey: string;
  appPassword: string;
  sendAddress: string;
}

const now = () => new Date().toISOString();

/** Creates one of everything for a user. */
export async function createBelongings(server: TestServer, owner: Client): Promise<Belongings> {
  const { services } = server;
  const userId = owner.user?.id ?? '';
  const book = await addBook(services, userId, { title: 'Ada’s book' });
  await services.db
    .insertInto('passages')
    .values({
      book_id: book,
      user_id: userId,
      seq: 0,
      target: 0,
      fraction: 0,
      chapter: null,
      text: 'a secret passage',
    })
    .execute();
  return {
    book,
    ...(await createAnnotations(owner, book)),
    ...(await createReading(owner, book)),
    ...(await createSignIns(server, owner)),
    folder: await addFolderRow(services, userId),
    upload: await stage(services, userId, null, { state: 'receiving', size: 10 }),
  };
}

async function createAnnotations(owner: Client, book: string) {
  const params = { id: book };
  const highlight = await owner.call('POST /books/:id/highlights', {
    params,
    body: { text: 'x', color: 'yellow' },
  });
  const bookmark = await owner.call('PUT /books/:id/bookmark', {
    params,
    body: { page: 1, updated_at: now() },
  });
  const note = await owner.call('POST /notes/book/:bookId', {
    params: { bookId: book },
    body: { content: 'mine' },
  });
  const word = await owner.call('PUT /words/:id', { params: { id: randomUUID() }, body: wordFrom(book) });
  const deleted = await owner.call('POST /notes', { body: { content: 'deleted' } });
  await owner.call('DELETE /notes/:id', { params: { id: deleted.id } });
  const [entry] = (await owner.call('GET /bin', {})).items;
  const marks = await owner.call('POST /marks/import', { body: oneMark(book, randomUUID()) });
  const markImport = marks.import?.id ?? '';
  return {
    highlight: highlight.id,
    bookmark: bookmark.id,
    note: note.id,
    word: word.id,
    markImport,
    entry: entry?.id ?? '',
  };
}

async function createReading(owner: Client, book: string) {
  const [collection, conversation] = [randomUUID(), randomUUID()];
  await owner.call('PUT /collections/:id', {
    params: { id: collection },
    body: { name: 'Mine', description: null, color: null, icon: null, bookIds: [book] },
  });
  const session = await owner.call('POST /api/reading/sessions/start', { body: { book_id: book, page: 1 } });
  const reading = await owner.call('PUT /readings/:id', {
    params: { id: randomUUID() },
    body: readingOf(book),
  });
  const partRow = randomUUID();
  await owner.call('PUT /parts/:part/rows/:collection/:id', {
    params: { part: 'mf-lending', collection: 'loans', id: partRow },
    body: { row: { to: 'secret' }, created_at: now() },
  });
  const goal = await owner.call('POST /api/gamification/goals', {
    body: { title: 'G', type: 'once', target: 5 },
  });
  await owner.call('POST /mentor/conversations/:id/messages', {
    params: { id: conversation },
    body: { text: 'What did I read about whales?' },
  });
  return { collection, session: session.id, reading: reading.id, partRow, goal: goal.id, conversation };
}

async function createSignIns(server: TestServer, owner: Client) {
  const passkey = await addPasskey(server, owner);
  const { items } = await owner.call('GET /auth/sessions', {});
  const appPassword = await owner.call('POST /auth/app-passwords', {
    body: { name: 'Kobo', scopes: ['read'] },
  });
  const sendAddress = await addSendAddress(server, owner);
  return { passkey, device: items[0]?.id ?? '', appPassword: appPassword.id, sendAddress };
}
