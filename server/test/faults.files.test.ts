/**
 * Routes beside the contract, with each of their calls failing in turn: uploads by tus and multipart, book files,
 * exports, events, and OIDC sign-in. For device routes see deviceRoutes.test.ts.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { oidcClient } from '../src/people/auth/oidc/oidcClient.ts';
import { bookFile, page } from './support/bookFiles.ts';
import { type Client, client } from './support/client.ts';
import {
  type Asked,
  type Everything,
  type FaultyServer,
  faultModes,
  startFaultyServer,
  type WalkedRequest,
  walk,
  walksReads,
} from './support/faults/faultWalk.ts';
import { signInAtProvider, startProvider, type TestProvider } from './support/oidcProvider.ts';
import { address, begin, idOf, received, send } from './support/tus.ts';

let faulty: FaultyServer;
let provider: TestProvider;
const redirectUris: string[] = [];

before(async () => {
  faulty = await startFaultyServer();
  const { server, faults } = faulty;
  redirectUris.push(`${server.origin}/v1/auth/oidc/callback`);
  provider = await startProvider(() => redirectUris);
  const { issuer, clientId, clientSecret } = provider;
  const settings = { issuer, clientId, clientSecret, name: 'House', private: true };
  server.services.oidc = faults.port('oidc', oidcClient(settings, server.services.now));
});
after(async () => {
  await faulty.stop();
  await provider.stop();
});

const newBook = () => bookFile({ 'OPS/one.xhtml': page(`<p>Call me ${randomUUID()}.</p>`) });

/** The whole response; status 0 when it breaks off. */
async function askRaw(ask: () => Promise<Response>): Promise<Asked> {
  try {
    const answer = await ask();
    const bytes = Buffer.from(await answer.arrayBuffer());
    return {
      status: answer.status,
      body: answer.status >= 400 ? JSON.parse(bytes.toString()) : bytes.length,
    };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

const ok = [200, 299] as const;

/** The start of the stream, which has no end. */
async function askEvents(): Promise<Asked> {
  const stop = new AbortController();
  try {
    const answer = await faulty.admin.fetch('/v1/events', { signal: stop.signal });
    if (answer.status >= 400) return { status: answer.status, body: await answer.json() };
    const { done } = (await answer.body?.getReader().read()) ?? { done: true };
    return { status: done ? 0 : answer.status, body: null };
  } catch (error) {
    return { status: 0, body: String(error) };
  } finally {
    stop.abort();
  }
}

/** A failed upload can be continued and becomes a book. */
async function becomesBook(by: Client, location: string, bytes: Uint8Array): Promise<void> {
  const { server } = faulty;
  // An aborted request may still hold the upload's lock: tus returns 423 or 409 until it is released.
  const offset = await received(by, location);
  assert.notEqual(offset, null, 'the upload is known');
  if (offset !== bytes.length) {
    const answer = await send(by, location, bytes.subarray(offset ?? 0), offset ?? 0);
    assert.equal(answer.status, 200, await answer.text());
  }
  const { book_id, state } = await server.services.ingest.finished(idOf(location));
  assert.deepEqual([state, book_id], ['done', idOf(location)]);
}

interface Example {
  next(): Promise<WalkedRequest>;
  reads?: boolean;
  /** Parts that may have changed after an error. */
  except?: readonly string[];
  mayGoOn?(failed: string, asked: Asked): boolean;
}

const background = /security_events|row_number\(\)|known_devices/;
const brokenOff = (_failed: string, { status }: Asked) => status === 0;

const examples: Record<string, Example> = {
  'tus: begin': {
    next: async () => ({ ask: () => askRaw(() => begin(faulty.admin, 1_000)), wanted: [201, 201] }),
  },
  'tus: ask': {
    async next() {
      const location = await address(faulty.admin, 1_000);
      const init = { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } };
      // A response to HEAD has no body.
      const ask = async () => {
        const { status } = await faulty.admin.fetch(location, init);
        return { status, body: { status, error: 'x', code: 'x' } };
      };
      return { ask, wanted: ok };
    },
  },
  'tus: the last bytes': {
    async next() {
      const bytes = newBook();
      const location = await address(faulty.admin, bytes.length);
      return {
        ask: () => askRaw(() => send(faulty.admin, location, bytes)),
        wanted: ok,
        once: true,
        afterwards: () => becomesBook(faulty.admin, location, bytes),
      };
    },
    // Received bytes are kept.
    except: ['uploads', 'staged', 'upload_parts'],
  },
  'tus: cancel': {
    async next() {
      const location = await address(faulty.admin, 1_000);
      const init = { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } };
      return { ask: () => askRaw(() => faulty.admin.fetch(location, init)), wanted: ok };
    },
    // Cleaned up by housekeeping.
    mayGoOn: (failed) => failed.startsWith('staging.'),
  },
  multipart: {
    async next() {
      const body = new FormData();
      body.append('file', new Blob([Buffer.from(newBook())]), 'book.epub');
      return {
        ask: () => askRaw(() => faulty.admin.fetch('/v1/books', { method: 'POST', body })),
        wanted: [201, 201],
      };
    },
  },
  'a chapter': content((manifest) => `${manifest.content_url}/${manifest.spine[0]?.href}`),
  'the file of a book': content((manifest) => manifest.file_url),
  'a cover': {
    async next() {
      const book = await faulty.admin.call('GET /books/:id', { params: { id: faulty.bookId } });
      return { ask: () => askRaw(() => faulty.admin.fetch(book.cover_url ?? '')), wanted: ok };
    },
    reads: true,
    mayGoOn: brokenOff,
  },
  export: exported(async () => '/v1/export?files=1'),
  'export by its address': exported(async () => {
    const { url } = await faulty.admin.call('POST /export', { body: { files: true } });
    return url;
  }),
  'events of other devices': {
    next: async () => ({ ask: askEvents, wanted: ok }),
    reads: true,
    // The next heartbeat checks the session again.
    mayGoOn: brokenOff,
  },
  'the pack of a dictionary': {
    async next() {
      const { server } = faulty;
      // A separate session, because sessions are cached for three seconds.
      const other = client(server.origin, '/v1');
      await other.signIn({ email: 'admin@example.org', password: 'password of admin' });
      const { items } = await other.call('GET /auth/sessions', {});
      const signIn = items.find(({ current }) => current)?.id ?? '';
      const grant = server.services.signedUrls.issue('dictionary', 'none', signIn);
      // There are no dictionaries here, which is noticed after the signature was checked.
      return {
        ask: () => askRaw(() => other.fetch(`/v1/dictionaries/none/pack/${grant}`)),
        wanted: [404, 404],
      };
    },
    reads: true,
  },
  'oidc: start': {
    next: async () => ({
      ask: () => askRaw(() => client(faulty.server.origin, '/v1').fetch('/v1/auth/oidc/start')),
      wanted: [302, 302],
    }),
    // A browser is redirected to the sign-in page with the error.
    mayGoOn: (failed, { status }) => failed.startsWith('oidc.') && status === 302,
  },
  'oidc: back from the provider': {
    async next() {
      const sub = `person-${randomUUID()}`;
      provider.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Person' };
      const browser = client(faulty.server.origin, '/v1');
      const start = await browser.fetch('/v1/auth/oidc/start');
      const back = new URL(await signInAtProvider(start.headers.get('location') ?? '', sub));
      return {
        async ask() {
          const answer = await browser.fetch(back.pathname + back.search);
          const failure = answer.headers.get('location')?.split('#sign-in-failed=')[1];
          if (failure === undefined)
            return { status: answer.status, body: await answer.json().catch(() => null) };
          return { status: 502, body: { status: 502, error: 'shown by the sign-in page', code: failure } };
        },
        wanted: [302, 302],
        once: true,
      };
    },
    // The network of a sign-in is remembered where it can be.
    mayGoOn: (failed) => /^limits\.(?:hit|forget)$/.test(failed),
  },
};

function content(
  of: (manifest: { content_url: string; file_url: string; spine: { href: string }[] }) => string,
): Example {
  return {
    async next() {
      const manifest = await faulty.admin.call('GET /books/:id/manifest', { params: { id: faulty.bookId } });
      return { ask: () => askRaw(() => faulty.admin.fetch(of(manifest))), wanted: ok };
    },
    reads: true,
    mayGoOn: brokenOff,
  };
}

/** A response that has begun breaks off, and is never mistaken for complete. */
function exported(addressOf: () => Promise<string>): Example {
  return {
    async next() {
      const path = await addressOf();
      return { ask: () => askRaw(() => faulty.admin.fetch(path)), wanted: ok };
    },
    reads: true,
    mayGoOn: brokenOff,
  };
}

const without = (found: Everything, names: readonly string[]): Everything =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !names.includes(name)));

const walked = Object.entries(examples).filter(([, { reads }]) => walksReads || !reads);

for (const mode of faultModes)
  describe(`[S-01] beside the contract, a call that fails ${mode} ends only its request`, () => {
    for (const [name, { next, reads = false, except = [], mayGoOn }] of walked)
      test(name, async () => {
        const calls = await walk(faulty, {
          name,
          mode,
          next,
          reads,
          unchanged: (found) => without(found, except),
          mayGoOn: (failed, asked) => background.test(failed) || (mayGoOn?.(failed, asked) ?? false),
          // From here on the ingest continues, which retries by itself (ingest.queue.test.ts).
          isEnd: (failed) => /^store: update "uploads" set "state"/.test(failed),
        });
        assert.ok(calls > 0, 'it asks for something');
        await faulty.server.visitor.call('GET /health', {});
      });
  });
