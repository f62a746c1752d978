/** Ada, who has one of everything, and Eve, who tries to access it: for authorization tests. */
import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import { addBook } from './books.ts';
import type { Client, LooseRequest } from './client.ts';
import { startServer, type TestServer } from './server.ts';

const now = () => new Date().toISOString();

/** Starts a server with both users for the tests of a file. */
export function adaAndEve() {
  let server: TestServer;
  let ada: Client;
  let eve: Client;
  /** Ada's resources. */
  const its = {
    book: '',
    highlight: '',
    bookmark: '',
    note: '',
    word: '',
    collection: '',
    session: '',
    goal: '',
    conversation: '',
    upload: '',
    device: '',
    passkey: '',
    appPassword: '',
  };

  before(async () => {
    server = await startServer();
    ada = await server.reader('ada');
    eve = await server.reader('eve');
    const userId = ada.user?.id ?? '';
    its.book = await addBook(server.services, userId, { title: 'Ada’s book' });
    const params = { id: its.book };
    const { db } = server.services;
    await db
      .insertInto('passages')
      .values({
        book_id: its.book,
        user_id: userId,
        seq: 0,
        target: 0,
        fraction: 0,
        chapter: null,
        text: 'a secret passage',
      })
      .execute();
    its.highlight = (
      await ada.call('POST /books/:id/highlights', { params, body: { text: 'x', color: 'yellow' } })
    ).id;
    its.bookmark = (
      await ada.call('PUT /books/:id/bookmark', { params, body: { page: 1, updated_at: now() } })
    ).id;
    its.note = (
      await ada.call('POST /notes/book/:bookId', { params: { bookId: its.book }, body: { content: 'mine' } })
    ).id;
    its.word = (await ada.call('PUT /words/:id', { params: { id: randomUUID() }, body: aWord() })).id;
    its.collection = randomUUID();
    await ada.call('PUT /collections/:id', {
      params: { id: its.collection },
      body: { name: 'Mine', description: null, color: null, icon: null, bookIds: [its.book] },
    });
    its.session = (
      await ada.call('POST /api/reading/sessions/start', { body: { book_id: its.book, page: 1 } })
    ).id;
    its.goal = (
      await ada.call('POST /api/gamification/goals', { body: { title: 'G', type: 'once', target: 5 } })
    ).id;
    its.conversation = randomUUID();
    await ada.call('POST /mentor/conversations/:id/messages', {
      params: { id: its.conversation },
      body: { text: 'What did I read about whales?' },
    });
    its.device = (await ada.call('GET /auth/sessions', {})).items[0]?.id ?? '';
    its.appPassword = (
      await ada.call('POST /auth/app-passwords', { body: { name: 'Kobo', scopes: ['read'] } })
    ).id;
    its.passkey = randomUUID();
    await db
      .insertInto('passkeys')
      .values({
        id: its.passkey,
        user_id: userId,
        credential_id: 'a-passkey-of-ada',
        public_key: 'AAAA',
        counter: 0,
        transports: '[]',
        name: 'Phone',
        synced: 0,
        created_at: now(),
        last_used_at: null,
      })
      .execute();
    its.upload = randomUUID();
    await db
      .insertInto('uploads')
      .values({
        id: its.upload,
        user_id: userId,
        filename: 'x.epub',
        size: 10,
        state: 'receiving',
        progress: 0,
        attempts: 0,
        received: 0,
        book_id: null,
        duplicate: 0,
        error: null,
        created_at: now(),
        updated_at: now(),
      })
      .execute();
  });
  after(() => server.stop());

  const aWord = () => ({
    word: 'whales',
    headword: 'whale',
    language: 'en',
    sentence: null,
    meaning: null,
    book_id: its.book,
    position: null,
    created_at: now(),
  });

  /** Every route with an id, with Ada's ids and a valid body. */
  function reachingFor(): Partial<Record<RouteKey, LooseRequest>> {
    const book = { params: { id: its.book } };
    const progress = { current_page: 1, total_pages: 2, percentage: 50, updated_at: now() };
    const shelf = { name: 'Theirs', description: null, color: null, icon: null, bookIds: [] };
    return {
      'GET /books/:id': book,
      'PATCH /books/:id': { ...book, body: { title: 'Eve was here' } },
      'PUT /books/:id/cover': { ...book, body: { image: 'AAAA' } },
      'DELETE /books/:id': book,
      'GET /books/:id/manifest': book,
      'GET /books/:id/progress': book,
      'GET /books/:id/places': book,
      'GET /books/:id/text': book,
      'PUT /books/:id/progress': { ...book, body: progress },
      'GET /books/:id/search': { ...book, query: { q: 'secret' } },
      'GET /books/:id/highlights': book,
      'POST /books/:id/highlights': { ...book, body: { text: 'x', color: 'yellow' } },
      'PUT /highlights/:id': { params: { id: its.highlight }, body: { color: 'blue' } },
      'DELETE /highlights/:id': { params: { id: its.highlight } },
      'GET /books/:id/bookmarks': book,
      'PUT /books/:id/bookmark': { ...book, body: { page: 1, updated_at: now() } },
      'DELETE /bookmarks/:id': { params: { id: its.bookmark } },
      'GET /books/:id/form': book,
      'PUT /books/:id/form': { ...book, body: { values: { name: 'Eve' }, updated_at: now() } },
      'GET /notes/:bookId': { params: { bookId: its.book } },
      'POST /notes/book/:bookId': { params: { bookId: its.book }, body: { content: 'x' } },
      'PUT /notes/:id': { params: { id: its.note }, body: { content: 'x' } },
      'DELETE /notes/:id': { params: { id: its.note } },
      'PUT /words/:id': { params: { id: its.word }, body: aWord() },
      'DELETE /words/:id': { params: { id: its.word } },
      'PUT /collections/:id': { params: { id: its.collection }, body: shelf },
      'DELETE /collections/:id': { params: { id: its.collection } },
      'POST /api/reading/sessions/:id/end': { params: { id: its.session }, body: { end_page: 5 } },
      'PATCH /reading/sessions/:id': { params: { id: its.session }, body: { seconds: 5 } },
      'DELETE /reading/sessions/:id': { params: { id: its.session } },
      'GET /reading/sessions/:id/changes': { params: { id: its.session } },
      'PUT /api/gamification/goals/:id': { params: { id: its.goal }, body: { progress: 5 } },
      'DELETE /api/gamification/goals/:id': { params: { id: its.goal } },
      'GET /mentor/conversations/:id': { params: { id: its.conversation } },
      'POST /mentor/conversations/:id/messages': {
        params: { id: its.conversation },
        body: { text: 'What did she ask?' },
      },
      'POST /mentor/conversations/:id/stream': {
        params: { id: its.conversation },
        body: { text: 'What did she ask?' },
      },
      'DELETE /mentor/conversations/:id': { params: { id: its.conversation } },
      'DELETE /auth/sessions/:id': { params: { id: its.device } },
      'PATCH /auth/passkeys/:id': { params: { id: its.passkey }, body: { name: 'Theirs' } },
      'DELETE /auth/passkeys/:id': { params: { id: its.passkey } },
      'DELETE /auth/app-passwords/:id': { params: { id: its.appPassword } },
      'GET /uploads/:id': { params: { id: its.upload } },
      'DELETE /uploads/:id': { params: { id: its.upload } },
    };
  }

  /** Routes with an id in their body. */
  function namingInBody(): [RouteKey, LooseRequest][] {
    return [
      ['POST /notes', { body: { content: 'x', book_id: its.book } }],
      [
        'POST /reading/session',
        { body: { book_id: its.book, started_at: now(), ended_at: now(), seconds: 0 } },
      ],
      ['POST /api/reading/sessions/start', { body: { book_id: its.book, page: 1 } }],
      ['POST /covers-enhanced/ensure', { body: { bookId: its.book } }],
    ];
  }

  /** A snapshot of Ada's data, to check that it is unchanged. */
  async function everything(): Promise<string> {
    const { db } = server.services;
    const tables = [
      'books',
      'highlights',
      'bookmarks',
      'form_values',
      'notes',
      'looked_up_words',
      'collections',
      'reading_sessions',
      'goals',
      'messages',
      'uploads',
      'progress',
      'passkeys',
      'app_passwords',
    ] as const;
    const rows = [];
    for (const table of tables)
      rows.push(
        await db
          .selectFrom(table)
          .selectAll()
          .where('user_id', '=', ada.user?.id ?? '')
          .execute(),
      );
    rows.push(await db.selectFrom('collection_books').selectAll().execute());
    return JSON.stringify(rows);
  }

  return {
    get server() {
      return server;
    },
    get ada() {
      return ada;
    },
    get eve() {
      return eve;
    },
    its,
    aWord,
    reachingFor,
    namingInBody,
    everything,
  };
}
