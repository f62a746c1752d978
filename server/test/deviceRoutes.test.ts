/** Device routes (sync, catalog, folder): other users, requests of every kind, and failing calls. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { codePoint } from '@lectern/shared-contracts/testing/codePoint.ts';
import type { Client } from './support/client.ts';
import { addDevice, type Device } from './support/devices.ts';
import fc, { seed as usualSeed } from './support/fastCheck.ts';
import {
  type Asked,
  type FaultyServer,
  faultModes,
  startFaultyServer,
  walk,
  walksReads,
} from './support/faults/faultWalk.ts';
import { operations } from './support/openapi.ts';
import { rowsOf, tableNames } from './support/tables.ts';

let faulty: FaultyServer;
let ada: Client;
let device: Device;
let other: Device;
let bookId: string;
let document: string;

before(async () => {
  faulty = await startFaultyServer();
  ada = faulty.admin;
  bookId = faulty.bookId;
  device = await addDevice(ada, { scopes: ['read', 'progress', 'write'] });
  other = await addDevice(await faulty.server.reader('eve'), { scopes: ['read', 'progress', 'write'] });
  document = randomUUID().replaceAll('-', '');
  const { db } = faulty.server.services;
  await db
    .insertInto('book_digests')
    .values({ book_id: bookId, user_id: ada.user?.id ?? '', digest: document, kind: 'content' })
    .execute();
  // Their first use is recorded now.
  for (const one of [device, other]) await one.fetch('/opds');
});
after(() => faulty.stop());

const progression = (progress = 0.5) => ({
  modified: new Date().toISOString(),
  device: { id: 'urn:uuid:00000000-0000-4000-8000-000000000000', name: 'Kobo' },
  progression: progress,
});
const push = {
  progress: '/body/DocFragment[1]/body/p/text().0',
  percentage: 0.1,
  device: 'Kobo',
  device_id: 'K',
};

async function rowsOfAda(): Promise<string> {
  const { db } = faulty.server.services;
  const found: string[] = [];
  for (const table of await tableNames(db))
    for (const row of await rowsOf(db, table))
      if (row.user_id === ada.user?.id) found.push(JSON.stringify(row));
  return found.sort().join('\n');
}

test('[AZ-01] another user’s device gets 404 for my data on every route with an id', async () => {
  const walked = (await operations(faulty.server.visitor)).filter(({ path }) =>
    /^\/opds\/.*\{id\}/.test(path),
  );
  assert.ok(walked.length >= 8);
  const before = await rowsOfAda();
  for (const { method, path } of walked) {
    const at = (id: string) =>
      other.fetch(
        path
          .replace('{id}', id)
          .replace('{size}', 'large.jpg')
          .replaceAll(/\{[^}]+\}/g, '1'),
        {
          method,
          ...(method === 'PUT'
            ? {
                body: JSON.stringify(progression()),
                headers: { 'content-type': 'application/opds-progression+json' },
              }
            : {}),
        },
      );
    const [mine, nobodys] = [await at(bookId), await at(randomUUID())];
    assert.equal(mine.status, 404, `${method} ${path}`);
    assert.equal(await mine.text(), await nobodys.text(), `${method} ${path}`);
  }
  assert.deepEqual(await other.kosync('GET', `/syncs/progress/${document}`), { status: 200, body: {} });
  assert.equal((await other.kosync('PUT', '/syncs/progress', { document, ...push })).status, 200);
  assert.equal(await rowsOfAda(), before);
});

test('[S-01] requests of every kind cause no 5xx and no crash', async (t) => {
  const seed = Number(process.env.LECTERN_FUZZ_SEED ?? usualSeed);
  const name = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'c',
      'statistics.sqlite3',
      'all.json',
      '..',
      '%2e%2e',
      '%00',
      '%zz',
      bookId,
      document,
    ),
    fc.string({ maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const names = fc.array(name, { maxLength: 4 }).map((parts) => parts.join('/'));
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('', 'a', 'b', 'a/c').map((rest) => `/dav/${rest}`) },
    { weight: 2, arbitrary: names.map((rest) => `/dav/${rest}`) },
    names.map((rest) => `/opds/${rest}`),
    fc
      .tuple(
        fc.constantFrom('manifest.json', 'file', 'progression', 'pages/0', 'pages/9', 'cover/1/large.jpg'),
        name,
      )
      .map(([of, width]) => `/opds/books/${bookId}/${of}?width=${width}`),
    fc
      .tuple(
        fc.constantFrom('view', 'status', 'author', 'query', 'page', 'order', 'collection'),
        name,
        fc.constantFrom('v2', 'v1.2'),
      )
      .map(([field, value, version]) => `/opds/${version}/books?${field}=${value}`),
    name.map((of) => `/kosync/syncs/progress/${of}`),
    fc.constantFrom('/kosync/syncs/progress', '/kosync/users/auth', '/kosync/users/create'),
  );
  const body = fc.oneof(
    fc.constant(''),
    fc.constant('<propfind xmlns="DAV:"><allprop/></propfind>'),
    fc.constantFrom(
      '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="u">1</x></D:prop></D:set></D:propertyupdate>',
      '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>',
      'SQLite format 3\0 and more',
      '{"entries":[{"sort":"highlight","text":"Call me Ishmael","pn_xp":"/body/DocFragment[9]"}],"title":"The Whale"}',
      JSON.stringify(progression()),
    ),
    fc.string({ maxLength: 60, unit: codePoint }),
    fc.json({ maxDepth: 2 }),
  );
  const some = fc.record(
    {
      depth: fc.constantFrom('0', '1', 'infinity', 'x'),
      destination: path.map((to) => `${faulty.server.origin}${to}`),
      overwrite: fc.constantFrom('T', 'F', '?'),
      if: fc.constantFrom('(<urn:x>)', '(Not <urn:x>)', '(["x"])', '</dav/a> (<b> ["c"])', '((', ''),
      'if-match': fc.constantFrom('*', '"x"', 'W/"x"', ''),
      'lock-token': fc.constantFrom('<urn:x>', 'x'),
      timeout: fc.constantFrom('Infinite', 'Second-1', 'Second-99999999999'),
      accept: fc.constantFrom('application/opds+json', '*/*', ''),
      range: fc.constantFrom('bytes=0-1', 'bytes=-1', 'bytes=9-1'),
      'content-type': fc.constantFrom(
        'application/json',
        'application/opds-progression+json',
        'text/xml',
        'x',
      ),
    },
    { requiredKeys: [] },
  );
  const headers = fc.oneof(fc.record({ depth: fc.constantFrom('0', '1') }), some);
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'PUT',
    'POST',
    'DELETE',
    'OPTIONS',
    'PROPFIND',
    'PROPPATCH',
    'MKCOL',
    'COPY',
    'MOVE',
    'LOCK',
    'UNLOCK',
  );
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.record({ method, path, body, headers }), async (asked) => {
      const status = await send(asked);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.ok(status < 500 || status === 507, String(status));
      assert.deepEqual(faulty.unhandled, []);
    }),
    { numRuns: Number(process.env.LECTERN_FUZZ_RUNS ?? (process.env.DATABASE_URL ? 200 : 800)), seed },
  );
  t.diagnostic(
    `seed ${seed}; ${[...statuses]
      .sort()
      .map(([status, n]) => `${status}: ${n}`)
      .join(', ')}`,
  );
});

/**
 * Sends the request unchanged.
 * @returns the status; also 400 when the server closes a connection without valid HTTP
 */
function send({
  method,
  path,
  body,
  headers,
}: {
  method: string;
  path: string;
  body: string;
  headers: object;
}): Promise<number> {
  const { hostname, port } = new URL(faulty.server.origin);
  const credentials = path.startsWith('/kosync')
    ? { 'x-auth-user': device.password.username, 'x-auth-key': device.syncKey }
    : device.basic;
  const bytes = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const options = {
      hostname,
      port,
      method,
      path,
      headers: { ...credentials, ...headers, 'content-length': bytes.length },
    };
    const asked = httpRequest(options, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    asked.once('error', (error: NodeJS.ErrnoException) =>
      /^(ECONNRESET|EPIPE|HPE_\w+)$/.test(error.code ?? '') ? resolve(400) : reject(error),
    );
    asked.end(bytes);
  });
}

/** Converts errors of the device protocols to our format. */
async function told(ask: () => Promise<Response>): Promise<Asked> {
  try {
    const answer = await ask();
    const text = await answer.text();
    if (answer.status < 400) return { status: answer.status, body: text };
    return { status: answer.status, body: { status: answer.status, error: text, code: 'failed' } };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

const isWalked = (name: string) => walksReads || !name.startsWith('GET');
const isAborted = (_failed: string, { status }: Asked) => status === 0;
const propertyUpdate =
  '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="urn:x">1</x></D:prop></D:set></D:propertyupdate>';

for (const mode of faultModes)
  describe(`[S-01] a call that fails ${mode} ends only its request`, () => {
    // Earlier requests may have left a lock on the folder.
    before(() => faulty.server.services.db.deleteFrom('device_locks').execute());
    // Their use is recorded once a minute, which is not what a test is about.
    beforeEach(() =>
      faulty.server.services.db
        .updateTable('app_passwords')
        .set({ last_used_at: new Date().toISOString() })
        .execute(),
    );
    const put = (path: string, body: string, type: string) => () =>
      device.fetch(path, { method: 'PUT', body, headers: { 'content-type': type } });
    const kosync = (method: string, path: string, body?: object) => () =>
      fetch(`${ada.origin}/kosync${path}`, {
        method,
        headers: {
          'x-auth-user': device.password.username,
          'x-auth-key': device.syncKey,
          'content-type': 'application/json',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const asked: Record<string, () => Promise<Response>> = {
      'GET /kosync/syncs/progress': kosync('GET', `/syncs/progress/${'0'.repeat(32)}`),
      'GET /opds/v2/books': () => device.fetch('/opds/v2/books'),
      'GET /opds/v1.2/authors': () => device.fetch('/opds/v1.2/authors'),
      'GET /dav': () => device.fetch('/dav/', { method: 'PROPFIND', headers: { depth: '1' } }),
      'PUT /kosync/syncs/progress': () => kosync('PUT', '/syncs/progress', { document, ...push })(),
      'PUT /opds/books/:id/progression': () =>
        put(
          `/opds/books/${bookId}/progression`,
          JSON.stringify(progression()),
          'application/opds-progression+json',
        )(),
      'PUT /dav': () => put(`/dav/${randomUUID()}`, 'x', 'text/plain')(),
      'MKCOL /dav': () => device.fetch(`/dav/${randomUUID()}`, { method: 'MKCOL' }),
      'LOCK /dav': () =>
        device.fetch(`/dav/${randomUUID()}`, {
          method: 'LOCK',
          body: '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>',
        }),
    };
    for (const [name, ask] of Object.entries(asked).filter(([one]) => isWalked(one)))
      test(name, async () => {
        await walk(faulty, {
          name,
          mode,
          reads: name.startsWith('GET '),
          next: async () => ({ ask: () => told(ask), wanted: [200, 299] }),
        });
      });

    for (const method of ['GET', 'DELETE', 'PROPPATCH', 'COPY', 'MOVE'].filter(isWalked))
      test(`${method} of a file in the folder`, async () => {
        await walk(faulty, {
          name: `${method} /dav`,
          mode,
          reads: method === 'GET',
          async next() {
            const path = `/dav/${randomUUID()}`;
            assert.equal((await put(path, 'x', 'text/plain')()).status, 201);
            const headers = { destination: `${ada.origin}/dav/${randomUUID()}` };
            const init = { method, ...(method === 'PROPPATCH' ? { body: propertyUpdate } : { headers }) };
            return { ask: () => told(() => device.fetch(path, init)), wanted: [200, 299] };
          },
        });
      });

    if (!walksReads) return;
    test('each page of the catalog', async () => {
      const pages = (await operations(faulty.server.visitor)).filter(
        ({ method, path }) => method === 'GET' && path.startsWith('/opds'),
      );
      assert.ok(pages.length > 20);
      for (const { path } of pages) {
        const filled = path
          .replace('{id}', bookId)
          .replace('{size}', 'large.jpg')
          .replaceAll(/\{[^}]+\}/g, '1');
        // Some of them have nothing for this book, which is an error.
        const next = async () => ({
          ask: () => told(() => device.fetch(filled)),
          wanted: [200, 499] as const,
        });
        await walk(faulty, { name: `GET ${filled}`, mode, reads: true, next, mayGoOn: isAborted });
      }
    });
  });
