import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/run/config/config.ts';
import type { Services } from '../../server/src/run/services/services.ts';

export interface Library {
  services: Services;
  userId: string;
  /** URL of the API. */
  api: string;
  token: string;
  close(): Promise<void>;
}

/**
 * A server in this process, with one reader.
 * @param dataDir kept if it already contains a library
 * @param settings more environment variables
 */
export async function openLibrary(dataDir: string, settings: Record<string, string> = {}): Promise<Library> {
  const built = await buildApp({
    ...loadConfig({
      DATA_DIR: dataDir,
      LECTERN_LOG: 'silent',
      LECTERN_REQUESTS_PER_MINUTE: '1000000000',
      ...settings,
    }),
    databaseUrl: null,
  });
  const origin = await built.app.listen({ host: '127.0.0.1', port: 0 });
  const { name, ...account } = {
    email: 'bench@example.org',
    password: 'a password of benchmarks',
    name: 'Bench',
  };
  const call = (path: string, who: object) =>
    fetch(`${origin}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(who),
    });
  const registered = await call('/auth/register', { ...account, name });
  const signedIn = registered.ok ? registered : await call('/auth/login', account);
  if (!signedIn.ok) throw new Error(`Sign-in failed: ${await signedIn.text()}`);
  const answer = (await signedIn.json()) as { token: string; user: { id: string } };
  return {
    services: built.services,
    userId: answer.user.id,
    api: `${origin}/v1`,
    token: answer.token,
    close: () => built.close(),
  };
}

/** Uploads every readable book of the folders, and waits until their text is complete; the others are left out. */
export async function addBooks(library: Library, folder: string): Promise<void> {
  const { api, token } = library;
  for (const kind of ['epub', 'pdf']) {
    for (const name of readdirSync(join(folder, kind))) {
      const form = new FormData();
      form.set('file', new File([readFileSync(join(folder, kind, name))], name));
      await fetch(`${api}/books`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
    }
  }
  await untilComplete(library);
}

/** How long the index of the passages may take. */
const completeWithinMs = 1_200_000;

/** The server answers an upload before it has indexed all passages. */
async function untilComplete({ services: { db } }: Library): Promise<void> {
  const end = Date.now() + completeWithinMs;
  const isMissing = async () =>
    (await db.selectFrom('passages').select('id').where('indexed', '=', 0).executeTakeFirst()) !== undefined;
  while (await isMissing()) {
    if (Date.now() > end) throw new Error('The text of the books was not complete in time.');
    await pause(200);
  }
}

/** Adds notes to the books whose titles begin with the given texts. */
export async function addNotes(
  { services, userId, api, token }: Library,
  notes: readonly { book: string; note: string }[],
): Promise<void> {
  const books = await services.db
    .selectFrom('books')
    .select(['id', 'title'])
    .where('user_id', '=', userId)
    .execute();
  for (const { book, note } of notes) {
    const id = books.find(({ title }) => title.startsWith(book))?.id;
    if (id === undefined) throw new Error(`No book is called ${book}.`);
    const answer = await fetch(`${api}/notes/book/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: note }),
    });
    if (!answer.ok) throw new Error(`A note was rejected: ${await answer.text()}`);
  }
}
