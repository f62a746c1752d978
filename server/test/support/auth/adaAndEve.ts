/** Ada, who has one of everything, and Eve, who tries to access it: for authorization tests. */
import { after, before } from 'node:test';
import type { Client } from '../client.ts';
import { startServer, type TestServer } from '../server.ts';
import { type Belongings, createBelongings } from './belongings.ts';

/** What `everything` compares. */
const tables = [
  'books',
  'highlights',
  'bookmarks',
  'form_values',
  'notes',
  'looked_up_words',
  'collections',
  'reading_sessions',
  'readings',
  'part_rows',
  'goals',
  'messages',
  'uploads',
  'folders',
  'progress',
  'passkeys',
  'app_passwords',
  'send_addresses',
] as const;

/** Starts a server with both users for the tests of a file. */
export function adaAndEve() {
  let server: TestServer;
  let ada: Client;
  let eve: Client;
  let its: Belongings;

  before(async () => {
    server = await startServer();
    ada = await server.reader('ada');
    eve = await server.reader('eve');
    its = await createBelongings(server, ada);
  });
  after(() => server.stop());

  /** A snapshot of Ada's data, to check that it is unchanged. */
  async function everything(): Promise<string> {
    const { db } = server.services;
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
    /** The ids of what Ada has. */
    get its() {
      return its;
    },
    everything,
  };
}
