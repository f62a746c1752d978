import { randomUUID } from 'node:crypto';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import sharp from 'sharp';
import { addBook } from './books.ts';
import type { Client, LooseRequest } from './client.ts';
import type { TestServer } from './server.ts';

/** A valid request to a route, and who sends it. */
export interface ExampleRequest extends LooseRequest {
  by: Client;
  /** It requires more than a request: it is refused, but only after the server has read data. */
  refused?: true;
  /** It requires something that is not configured: 503. */
  unavailable?: true;
}

/** Creates what a route needs, and a request to it. */
type Example = () => Promise<Omit<ExampleRequest, 'by'> & { by?: Client }>;

const now = () => new Date().toISOString();
const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

/**
 * A request to every route of the contract; new routes need one here.
 * @param admin an administrator
 * @param bookId one of their EPUBs, with text
 */
export function exampleRequests(
  server: TestServer,
  admin: Client,
  bookId: string,
): (key: RouteKey) => Promise<ExampleRequest> {
  const plain =
    (request: LooseRequest = {}): Example =>
    async () =>
      request;
  const refused =
    (request: LooseRequest = {}): Example =>
    async () => ({ ...request, refused: true });
  const newBook = () => addBook(server.services, admin.user?.id ?? '');
  const book = { params: { id: bookId } };
  const another = () => server.reader(`reader-${randomUUID()}`);
  const newNote = async () => (await admin.call('POST /notes', { body: { content: 'x' } })).id;
  const newHighlight = async () =>
    (await admin.call('POST /books/:id/highlights', { ...book, body: { text: 'x', color: 'yellow' } })).id;
  const newSession = async () =>
    (
      await admin.call('POST /reading/session', {
        body: { book_id: bookId, started_at: now(), ended_at: now(), seconds: 0 },
      })
    ).id;
  const newGoal = async () =>
    (await admin.call('POST /api/gamification/goals', { body: { title: 'G', type: 'once', target: 5 } })).id;
  const newConversation = async () => {
    const id = randomUUID();
    await admin.call('POST /mentor/conversations/:id/messages', {
      params: { id },
      body: { text: 'Who is Ishmael?' },
    });
    return id;
  };
  const newUpload = async () => {
    const id = randomUUID();
    await server.services.db
      .insertInto('uploads')
      .values({
        id,
        user_id: admin.user?.id ?? '',
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
    return id;
  };
  const word = {
    word: 'whales',
    headword: 'whale',
    language: 'en',
    sentence: 'Whales are large.',
    meaning: null,
    book_id: bookId,
    position: null,
    created_at: now(),
  };
  const newWord = async () =>
    (await admin.call('PUT /words/:id', { params: { id: randomUUID() }, body: word })).id;
  const newCollection = async () => {
    const id = randomUUID();
    await admin.call('PUT /collections/:id', { params: { id }, body: shelf });
    return id;
  };
  const shelf = { name: 'Sea', description: null, color: null, icon: null, bookIds: [bookId] };
  const credential = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
  };
  const report = async () => {
    await server.visitor.call('POST /reports', { body: { version: '1', route: '/', error: 'x' } });
    return (await admin.call('GET /admin/reports', { query: {} })).items[0]?.id ?? '';
  };

  const examples: Partial<Record<RouteKey, Example>> = {
    'GET /admin/users/:id/sessions': async () => ({ params: { id: (await another()).user?.id ?? '' } }),
    'DELETE /admin/users/:id/sessions': async () => ({ params: { id: (await another()).user?.id ?? '' } }),
    'DELETE /admin/users/:id/sessions/:sessionId': async () => {
      const by = await another();
      const sessionId = (await by.call('GET /auth/sessions', {})).items[0]?.id ?? '';
      return { params: { id: by.user?.id ?? '', sessionId } };
    },
    'GET /changes': plain(),
    'GET /auth/new-devices': plain(),
    'POST /auth/new-devices/seen': plain({ body: { ids: [] } }),
    // No provider is configured.
    'POST /auth/oidc/start': async () => ({ body: {}, unavailable: true }),
    'GET /admin/overview': plain(),
    'PUT /admin/settings': plain({ body: { registration: 'open' } }),
    'GET /admin/users': plain(),
    'PATCH /admin/users/:id': async () => ({
      params: { id: (await another()).user?.id ?? '' },
      body: { admin: true },
    }),
    'DELETE /admin/users/:id': async () => ({ params: { id: (await another()).user?.id ?? '' } }),
    'POST /admin/users/:id/reset-link': async () => ({ params: { id: (await another()).user?.id ?? '' } }),
    'GET /admin/invitations': plain(),
    'POST /admin/invitations': plain({ body: { email: 'guest@example.org' } }),
    'DELETE /admin/invitations/:id': async () => ({
      params: { id: (await admin.call('POST /admin/invitations', { body: {} })).invitation.id },
    }),
    'GET /admin/jobs': plain(),
    'GET /admin/reports': plain(),
    'DELETE /admin/reports/:id': async () => ({ params: { id: await report() } }),
    'GET /admin/security-events': plain(),
    'GET /admin/security-events/export': plain(),
    'GET /admin/vitals': plain(),
    'GET /admin/remotes': plain(),
    'POST /admin/remote-links': plain({ body: { remotes: 'mf-reader@previous', days: 7 } }),
    'GET /flags': plain(),
    'GET /admin/flags': plain(),
    'PUT /admin/flags': plain({ body: { flag: 'mf-lending/new-shelf', on: 'share', share: 0.5 } }),
    'GET /highlights': plain(),
    'GET /books/:id/highlights': plain(book),
    'POST /books/:id/highlights': plain({ ...book, body: { text: 'x', color: 'yellow', note: 'so' } }),
    'PUT /highlights/:id': async () => ({ params: { id: await newHighlight() }, body: { color: 'blue' } }),
    'DELETE /highlights/:id': async () => ({ params: { id: await newHighlight() } }),
    'GET /books/:id/bookmarks': plain(book),
    'PUT /books/:id/bookmark': plain({ ...book, body: { page: 7, updated_at: now() } }),
    'DELETE /bookmarks/:id': async () => ({
      params: {
        id: (await admin.call('PUT /books/:id/bookmark', { ...book, body: { page: 3, updated_at: now() } }))
          .id,
      },
    }),
    'GET /books/:id/form': plain(book),
    'PUT /books/:id/form': plain({ ...book, body: { values: { name: 'Ann' }, updated_at: now() } }),
    'GET /auth/methods': plain(),
    'GET /auth/sessions': plain(),
    'DELETE /auth/sessions/:id': async () => {
      const by = await another();
      return { by, params: { id: (await by.call('GET /auth/sessions', {})).items[0]?.id ?? '' } };
    },
    'POST /auth/register': async () => ({
      body: { email: `${randomUUID()}@example.org`, password: 'a whale of a password', name: 'New' },
    }),
    'POST /auth/login': plain({ body: { email: 'admin@example.org', password: 'password of admin' } }),
    'POST /auth/logout': async () => ({ by: await another() }),
    'POST /auth/logout-everywhere': async () => ({ by: await another() }),
    'POST /auth/refresh': async () => ({ by: await another() }),
    'POST /auth/seal-key': plain(),
    'GET /auth/profile': plain(),
    'PUT /auth/profile': plain({ body: { name: 'Changed', preferences: { theme: 'dark' } } }),
    'POST /auth/change-password': async () => {
      const by = await another();
      const currentPassword = `password of ${by.user?.name}`;
      return { by, body: { currentPassword, newPassword: 'another whale of a password' } };
    },
    'POST /auth/reset-password': plain({ body: { email: 'admin@example.org' } }),
    'POST /auth/reset-password/confirm': async () => {
      const { user } = await another();
      const { url } = await admin.call('POST /admin/users/:id/reset-link', {
        params: { id: user?.id ?? '' },
      });
      return {
        body: { token: new URL(url).hash.replace('#reset=', ''), password: 'another whale of a password' },
      };
    },
    'DELETE /auth/delete-account': async () => {
      const by = await another();
      return { by, body: { password: `password of ${by.user?.name}` } };
    },
    'GET /auth/app-passwords': plain(),
    'POST /auth/app-passwords': plain({ body: { name: 'Kobo', scopes: ['read', 'progress'] } }),
    'DELETE /auth/app-passwords/:id': async () => ({
      params: {
        id: (await admin.call('POST /auth/app-passwords', { body: { name: 'Kobo', scopes: ['read'] } })).id,
      },
    }),
    'GET /auth/factors': plain(),
    'POST /auth/passkeys/options': refused(),
    'POST /auth/passkeys': refused({
      body: {
        name: 'Phone',
        response: { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
      },
    }),
    'PATCH /auth/passkeys/:id': refused({ params: { id: randomUUID() }, body: { name: 'Phone' } }),
    'DELETE /auth/passkeys/:id': refused({ params: { id: randomUUID() } }),
    'POST /auth/sign-in/passkey/options': refused(),
    'POST /auth/sign-in/passkey': refused({
      body: {
        response: {
          ...credential,
          response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
        },
      },
    }),
    'POST /auth/sign-in/code': refused({ body: { token: 'x', code: '123456' } }),
    'POST /auth/second-factor/setup': plain(),
    'POST /auth/second-factor': refused({ body: { code: '123456' } }),
    'POST /auth/second-factor/recovery-codes': refused(),
    'DELETE /auth/second-factor': refused(),
    'POST /auth/confirm': plain({ body: { password: 'password of admin' } }),
    'POST /auth/confirm/passkey/options': refused(),
    'GET /books': plain(),
    'GET /books/:id': plain(book),
    'PATCH /books/:id': async () => ({
      params: { id: await newBook() },
      body: { title: 'Moby', favorite: true },
    }),
    'DELETE /books/:id': async () => ({ params: { id: await newBook() } }),
    'PUT /books/:id/cover': async () => {
      const image = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#224' } })
        .png()
        .toBuffer();
      return { params: { id: await newBook() }, body: { image: image.toString('base64') } };
    },
    'POST /books/import': plain({
      body: { items: [{ title: 'Listed', author: 'Somebody', status: 'unread' }] },
    }),
    'GET /books/:id/manifest': plain(book),
    'GET /books/:id/text': plain(book),
    'GET /books/:id/progress': plain(book),
    'PUT /books/:id/progress': plain({
      ...book,
      body: { current_page: 1, total_pages: 2, percentage: 50, updated_at: inOneHour() },
    }),
    'GET /books/:id/places': plain(book),
    'GET /books/:id/search': plain({ ...book, query: { q: 'Ishmael' } }),
    'POST /guide': plain(),
    'POST /covers-enhanced/ensure': async () => ({ body: { bookId: await newBook() } }),
    'GET /collections': plain(),
    'PUT /collections/:id': plain({ params: { id: randomUUID() }, body: shelf }),
    'DELETE /collections/:id': async () => ({ params: { id: await newCollection() } }),
    'POST /export': plain({ body: {} }),
    'GET /api/gamification/stats': plain(),
    'GET /api/gamification/achievements': plain(),
    'GET /api/gamification/goals': plain(),
    'GET /api/gamification/history': plain(),
    'GET /api/gamification/settings': plain(),
    'PUT /api/gamification/settings': plain({ body: { restDay: true } }),
    'GET /api/gamification/streak': plain(),
    'GET /api/gamification/week': plain(),
    'POST /api/gamification/actions': plain({ body: { action: 'daily_login', timestamp: now() } }),
    'POST /api/gamification/goals': plain({ body: { title: 'Ten', type: 'once', target: 10 } }),
    'PUT /api/gamification/goals/:id': async () => ({
      params: { id: await newGoal() },
      body: { progress: 0 },
    }),
    'DELETE /api/gamification/goals/:id': async () => ({ params: { id: await newGoal() } }),
    'GET /notes': plain(),
    'GET /notes/:bookId': plain({ params: { bookId } }),
    'POST /notes/book/:bookId': plain({ params: { bookId }, body: { content: 'x', tags: ['sea'] } }),
    'POST /notes': plain({ body: { content: 'x' } }),
    'PUT /notes/:id': async () => ({ params: { id: await newNote() }, body: { content: 'y' } }),
    'DELETE /notes/:id': async () => ({ params: { id: await newNote() } }),
    'POST /notes/seen': plain(),
    'POST /remote-loads': plain({
      body: {
        consent: 'analytics',
        shell: '1',
        loads: [{ remote: 'mf-library', version: '1', expose: 'Page', milliseconds: 5, failed: null }],
      },
    }),
    'GET /search': plain({ query: { q: 'Ishmeal' } }),
    'GET /mentor/status': plain(),
    'GET /mentor/conversations': plain(),
    'GET /mentor/conversations/:id': async () => ({ params: { id: await newConversation() } }),
    'POST /mentor/conversations/:id/messages': plain({
      params: { id: randomUUID() },
      body: { text: 'Who is Ishmael?' },
    }),
    'POST /mentor/conversations/:id/stream': plain({
      params: { id: randomUUID() },
      body: { text: 'Who is Ishmael?' },
    }),
    'DELETE /mentor/conversations/:id': async () => ({ params: { id: await newConversation() } }),
    'GET /mentor/suggestion': plain(),
    'POST /mentor/translations': plain({ body: { text: 'Nennt mich Ismael.', to: 'en' } }),
    'GET /dictionaries': plain(),
    'GET /words': plain(),
    'PUT /words/:id': async () => ({ params: { id: randomUUID() }, body: word }),
    'DELETE /words/:id': async () => ({ params: { id: await newWord() } }),
    'GET /reading/sessions': plain(),
    'GET /reading/days': plain(),
    'POST /reading/session': plain({
      body: { book_id: bookId, started_at: now(), ended_at: now(), seconds: 0, notes: 'on the train' },
    }),
    'POST /api/reading/sessions/start': plain({ body: { book_id: bookId, page: 1 } }),
    'POST /api/reading/sessions/:id/end': async () => ({
      params: {
        id: (await admin.call('POST /api/reading/sessions/start', { body: { book_id: bookId, page: 1 } })).id,
      },
      body: { end_page: 5 },
    }),
    'PATCH /reading/sessions/:id': async () => ({ params: { id: await newSession() }, body: { seconds: 0 } }),
    'DELETE /reading/sessions/:id': async () => ({ params: { id: await newSession() } }),
    'GET /reading/sessions/:id/changes': async () => ({ params: { id: await newSession() } }),
    'GET /health': plain(),
    'GET /ready': plain(),
    'POST /reports': plain({ body: { version: '1', route: '/', error: 'x' } }),
    'POST /vitals': plain({
      body: {
        consent: 'analytics',
        version: '1',
        route: '/',
        metrics: [{ name: 'LCP', value: 5, rating: 'good' }],
      },
    }),
    'POST /contact': plain({ body: { name: 'N', email: 'n@example.org', message: 'Hello' } }),
    'GET /uploads': plain(),
    'GET /uploads/:id': async () => ({ params: { id: await newUpload() } }),
    'DELETE /uploads/:id': async () => ({ params: { id: await newUpload() } }),
  };
  return async (key) => {
    const make = examples[key];
    if (make === undefined) throw new Error(`${key} has no example request yet (exampleRequests.ts)`);
    return { by: admin, ...(await make()) };
  };
}
