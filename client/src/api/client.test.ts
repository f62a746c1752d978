/** @jest-environment node */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { type ApiPorts, createApiClient } from './client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'lectern-api': '1', ...headers })
      .end(JSON.stringify(value));

const hangUp: Answer = (request) => request.socket.destroy();

/** A real server that gives the answers in turn and repeats the last one. */
async function serve(...answers: Answer[]) {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      (answers.length > 1 ? answers.shift() : answers[0])?.(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    root: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function clientFor(root: string, ports: Partial<ApiPorts> = {}) {
  const pauses: number[] = [];
  const client = createApiClient({
    root,
    headers: { 'X-App-Version': '1.2.3', 'X-App-Environment': 'test' },
    now: () => 1_700_000_000_000,
    token: () => 'the-token',
    refresh: async () => false,
    sessionExpired: () => {},
    wait: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    ...ports,
  });
  return { client, pauses };
}

const failure = (call: Promise<unknown>): Promise<HostError> =>
  call.then(
    () => Promise.reject(new Error('This should have failed.')),
    (error: HostError) => error,
  );

describe('the API client', () => {
  it('[LG-08] sends the token as Bearer header with version and environment, never in the URL', async () => {
    await using server = await serve(json(200, { items: [], total: 0 }));
    const { client } = clientFor(server.root);
    await expect(client.call('GET /books', { query: { limit: 5 } })).resolves.toEqual({
      items: [],
      total: 0,
    });
    const [request] = server.seen;
    expect(request).toMatchObject({ method: 'GET', url: '/v1/books?limit=5' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer the-token',
      'x-app-version': '1.2.3',
      'x-app-environment': 'test',
    });
    expect(request?.url).not.toContain('the-token');
  });

  it('[LG-08] sends cookies', async () => {
    const options: RequestInit[] = [];
    const fetcher: typeof fetch = async (_, init) => {
      options.push(init ?? {});
      return Response.json({}, { headers: { 'lectern-api': '1' } });
    };
    await clientFor('/v1', { fetch: fetcher }).client.call('GET /auth/profile', {});
    expect(options[0]?.credentials).toBe('include');
  });

  it('[X-13] sends writes with the language of the app', async () => {
    await using server = await serve(json(200, {}));
    const { client } = clientFor(server.root, { language: () => 'fr' });
    await client.call('POST /notes/seen', {});
    expect(server.seen[0]?.headers['accept-language']).toBe('fr');
  });

  it('sends bodies as JSON and returns null for 204', async () => {
    await using server = await serve((_, response) => response.writeHead(204, { 'lectern-api': '1' }).end());
    const { client } = clientFor(server.root);
    await expect(
      client.call('DELETE /notes/:id', { params: { id: 'n1' } }, { idempotencyKey: 'k1' }),
    ).resolves.toBeNull();
    expect(server.seen[0]?.headers).toMatchObject({
      'idempotency-key': 'k1',
      'x-device-time': '1700000000000',
    });
    expect(server.seen[0]?.headers['content-type']).toBeUndefined();
  });

  it('[Y-05] passes on the server’s time, and sends the given device time', async () => {
    const foreign: Answer = (_, response) => response.writeHead(404).end();
    await using server = await serve(json(200, null), foreign);
    const shown: (string | null)[] = [];
    const onAnswer = ({ headers }: Response) => shown.push(headers.get('date'));
    const { client } = clientFor(server.root, { onAnswer });
    await client.call('POST /notes/seen', {}, { deviceTime: 1_600_000_000_000 });
    expect(server.seen[0]?.headers['x-device-time']).toBe('1600000000000');
    await failure(client.call('POST /notes/seen', {}));
    expect(Math.abs(Date.parse(shown[0] ?? '') - Date.now())).toBeLessThan(60_000);
    expect(shown).toHaveLength(1);
  });

  it.each([
    [{ error: 'Title is too long', code: 'invalid_request' }, 'Title is too long', 'invalid_request'],
    [{ message: 'From a proxy' }, 'From a proxy', 'http'],
    [{}, 'Request failed (422)', 'http'],
  ])('[LG-05] uses the server’s message, otherwise the status: %j', async (body, message, code) => {
    await using server = await serve(json(422, body));
    const error = await failure(clientFor(server.root).client.call('GET /notes', {}));
    expect(error).toMatchObject({ message, code, status: 422 });
  });

  it('[LG-05] reports a network error when there is no response', async () => {
    await using server = await serve(hangUp);
    const error = await failure(clientFor(server.root).client.call('POST /notes/seen', {}));
    expect(error).toMatchObject({
      message: 'Network error. Please check your connection.',
      status: 0,
      code: 'network',
    });
  });

  it.each<[number, string, string]>([
    [200, 'text/html', '<h1>Wi-Fi</h1>'],
    [200, 'application/json', '{"items":[]}'],
    [204, 'text/plain', ''],
    [401, 'text/html', 'Sign in to this network.'],
    [403, 'text/html', 'Blocked.'],
    [404, 'text/html', 'Not here.'],
    [502, 'text/html', 'Bad gateway.'],
  ])('[Y-08] treats a foreign response as no response: %i %s', async (status, type, body) => {
    const reached: boolean[] = [];
    let refreshed = false;
    await using server = await serve((_, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
    const { client } = clientFor(server.root, {
      onReach: (value) => reached.push(value),
      refresh: async () => {
        refreshed = true;
        return true;
      },
    });
    const call = client.call('DELETE /notes/:id', { params: { id: 'n1' } });
    expect(await failure(call)).toMatchObject({ status: 0, code: 'network' });
    expect([reached, refreshed]).toEqual([[false], false]);
  });

  it('[T-01] treats a page of the server, which has moved below another path, as no response', async () => {
    const reached: boolean[] = [];
    await using server = await serve((_, response) =>
      response.writeHead(200, { 'lectern-api': '1', 'content-type': 'text/html' }).end('<h1>Lectern</h1>'),
    );
    const { client } = clientFor(server.root, { onReach: (value) => reached.push(value) });
    expect(await failure(client.call('POST /notes/seen', {}))).toMatchObject({ status: 0, code: 'network' });
    expect(reached).toEqual([false]);
  });

  it('treats a truncated response as a network error', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { 'lectern-api': '1' }).end('{"items":['),
    );
    const { client } = clientFor(server.root);
    expect(await failure(client.call('GET /notes', {}))).toMatchObject({ status: 0, code: 'network' });
  });

  it('[OF-10] retries a read up to three times with increasing delays', async () => {
    await using server = await serve(json(503, {}), hangUp, json(502, {}), json(200, { items: [] }));
    const { client, pauses } = clientFor(server.root);
    await expect(client.call('GET /notes', {})).resolves.toEqual({ items: [] });
    expect(pauses).toEqual([300, 900, 2700]);
  });

  it('[OF-10] then fails', async () => {
    await using server = await serve(json(504, { error: 'Gateway' }));
    expect(await failure(clientFor(server.root).client.call('GET /notes', {}))).toMatchObject({
      status: 504,
    });
    expect(server.seen).toHaveLength(4);
  });

  it.each(['POST /notes/seen' as const, 'POST /guide' as const])(
    'never repeats a write by itself: %s',
    async (key) => {
      await using server = await serve(json(503, {}));
      await failure(clientFor(server.root).client.call(key, {}));
      expect(server.seen).toHaveLength(1);
    },
  );

  it('[OF-10] times out after 30 s by default, with its own message', async () => {
    const timeouts: (number | undefined)[] = [];
    const original = globalThis.setTimeout;
    await using server = await serve(() => {});
    const fake = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) => {
      if (ms === 30_000) timeouts.push(ms);
      return original(work, ms === 30_000 ? 5 : ms);
    }) as typeof setTimeout);
    expect(await failure(clientFor(server.root).client.call('GET /notes', {}))).toMatchObject({
      status: 0,
      code: 'timeout',
    });
    fake.mockRestore();
    expect(timeouts).toEqual([30_000]);
  });

  it('[LG-06] refreshes a rejected token and retries the request once', async () => {
    await using server = await serve(json(401, {}), json(200, { items: [] }));
    let token = 'old';
    const { client } = clientFor(server.root, {
      token: () => token,
      async refresh() {
        token = 'new';
        return true;
      },
    });
    await expect(client.call('GET /notes', {})).resolves.toEqual({ items: [] });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  it.each([true, false])(
    '[F-23] [GM-08] a 401 of the gamification calls signs nobody out (refreshed: %s)',
    async (refreshed) => {
      await using server = await serve(json(401, { error: 'No.' }));
      const expired = jest.fn();
      const { client } = clientFor(server.root, { refresh: async () => refreshed, sessionExpired: expired });
      const call = client.call('GET /api/gamification/stats', {});
      expect(await failure(call)).toMatchObject({ status: 401 });
      expect(expired).not.toHaveBeenCalled();
    },
  );

  it.each([true, false])(
    '[LG-06] ends the session when that did not help (refreshed: %s)',
    async (refreshed) => {
      await using server = await serve(json(401, { error: 'Your session has expired.' }));
      const expired = jest.fn();
      const { client } = clientFor(server.root, { refresh: async () => refreshed, sessionExpired: expired });
      expect(await failure(client.call('GET /notes', {}))).toMatchObject({ status: 401 });
      expect(expired).toHaveBeenCalledTimes(1);
      expect(server.seen).toHaveLength(refreshed ? 2 : 1);
    },
  );

  it('leaves a wrong password to the form', async () => {
    await using server = await serve(json(401, { error: 'Wrong email or password.' }));
    const refresh = jest.fn(async () => true);
    const { client } = clientFor(server.root, { refresh });
    const body = { email: 'a@b.c', password: 'x' };
    expect(await failure(client.call('POST /auth/login', { body }))).toMatchObject({ status: 401 });
    expect(refresh).not.toHaveBeenCalled();
  });

  it('rethrows when the caller aborts', async () => {
    await using server = await serve(() => {});
    const stop = new AbortController();
    const call = clientFor(server.root).client.call('GET /notes', {}, { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  describe('a streamed response', () => {
    const ask = { params: { id: 'c1' }, body: { text: 'Why?' } };
    const key = 'POST /mentor/conversations/:id/stream' as const;
    const ndjson: Record<string, string> = {
      'content-type': 'application/x-ndjson',
      'lectern-api': '1',
    };

    it('is delivered line by line, however the network splits it', async () => {
      const written = '{"type":"text","text":"é"}\n{"type":"text","text":"b"}\n';
      const bytes = Buffer.from(written);
      await using server = await serve((_, response) => {
        response.writeHead(200, ndjson);
        response.write(bytes.subarray(0, 23));
        response.write(bytes.subarray(23, 40));
        response.end(bytes.subarray(40));
      });
      const pieces: unknown[] = [];
      await clientFor(server.root).client.stream(key, ask, (piece) => pieces.push(piece));
      expect(pieces).toEqual([
        { type: 'text', text: 'é' },
        { type: 'text', text: 'b' },
      ]);
    });

    it.each<[string, Answer]>([
      ['breaks off', (_, response) => response.writeHead(200, ndjson).end('{"type":"te')],
      ['is a page of a captive portal', (_, response) => response.writeHead(200).end('<h1>Wi-Fi</h1>')],
    ])('that %s is a network error', async (_, answer) => {
      await using server = await serve(answer);
      const call = clientFor(server.root).client.stream(key, ask, () => {});
      expect(await failure(call)).toMatchObject({ status: 0, code: 'network' });
    });

    it('that is rejected reports the reason, after one token refresh', async () => {
      await using server = await serve(json(401, {}), json(429, { error: 'Too many.', code: 'too_many' }));
      const call = clientFor(server.root, { refresh: async () => true }).client.stream(key, ask, () => {});
      expect(await failure(call)).toMatchObject({ status: 429, message: 'Too many.' });
      expect(server.seen).toHaveLength(2);
    });

    it('can be aborted', async () => {
      await using server = await serve((_, response) => {
        response.writeHead(200, ndjson).write('{"a":1}\n');
      });
      const stop = new AbortController();
      const call = clientFor(server.root).client.stream(key, ask, () => stop.abort(), stop.signal);
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    });
  });
});

describe('the event stream', () => {
  const begin: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'lectern-api': '1' });
    response.write('event: changes\ndata: {"notes":1}\n\n:\n\nevent: cha');
  };

  it('delivers event by event, however the bytes are split, until it ends', async () => {
    await using server = await serve((request, response, body) => {
      begin(request, response, body);
      setImmediate(() => response.end('nges\ndata: {"notes":2,"places":7}\n\nevent: other\ndata: {}\n\n'));
    });
    const told: unknown[] = [];
    const { client } = clientFor(server.root);
    await client.listen((raised) => told.push(raised), { as: 'ada', signal: new AbortController().signal });
    expect(told).toEqual([{ notes: 1 }, { notes: 2, places: 7 }]);
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/v1/events' });
    expect(server.seen[0]?.headers.authorization).toBe('Bearer the-token');
  });

  it('stops when aborted, and fails when unavailable or not an event stream', async () => {
    await using server = await serve(
      begin,
      json(503, { status: 503, error: 'Busy.', code: 'busy' }),
      json(200, {}),
    );
    const { client } = clientFor(server.root);
    const page = new AbortController();
    const listening = client.listen(() => page.abort(), { as: 'ada', signal: page.signal });
    await expect(listening).rejects.toThrow();
    const { signal } = new AbortController();
    await expect(client.listen(() => {}, { as: 'ada', signal })).rejects.toMatchObject({ status: 503 });
    await expect(client.listen(() => {}, { as: 'ada', signal })).rejects.toThrow('not an event stream');
  });

  it('reports the number of pending writes', async () => {
    await using server = await serve(json(200, {}));
    const counts: number[] = [];
    const { client } = clientFor(server.root, { onWriting: (count) => counts.push(count) });
    await client.call('GET /changes', {});
    await client.call('POST /notes', { body: { content: 'x' } });
    expect(counts).toEqual([1, 0]);
  });
});
