/** @jest-environment node */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoredUpload } from '../offline/storage/database.ts';
import { sendFile } from './sendFile.ts';

const mark = { 'lectern-api': '1' };
const tus = { 'tus-resumable': '1.0.0' };

/** The outcome of sending a file to a server that gives this response. */
async function outcomeWith(status: number, headers: Record<string, string>, body: string) {
  const answer = (response: ServerResponse) => response.writeHead(status, headers).end(body);
  const server = createServer((request, response) => request.resume().on('end', () => answer(response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const upload = { file: Buffer.from('a book'), filename: 'a.epub', type: '', url: null };
  const sending = sendFile(upload as unknown as StoredUpload, {
    endpoint: `http://127.0.0.1:${port}/v1/uploads/files`,
    headers: () => ({}),
    onAddress: () => undefined,
    onProgress: () => undefined,
    retryDelays: [],
  });
  const outcome = await sending.outcome;
  server.closeAllConnections();
  server.close();
  return outcome;
}

describe('sending a file', () => {
  it.each([
    [200, 'Another page answers in place of Lectern'],
    [201, 'Another page answers in place of Lectern'],
    [401, 'A sign-in page of your network or of a proxy'],
    [403, 'Your network or a proxy blocks Lectern'],
    [404, 'Lectern isn’t at this address right now'],
    [429, 'A proxy asks Lectern to slow down'],
    [502, 'The server isn’t running or can’t be reached by its proxy'],
  ])(
    '[Y-06] [T-04] is not rejected by a foreign response with status %i, which is named',
    async (status, reason) => {
      const foreign = { ...tus, 'content-type': 'text/html', location: '/elsewhere' };
      expect(await outcomeWith(status, foreign, '<h1>Wi-Fi</h1>')).toEqual({
        kind: 'unreachable',
        reason: expect.stringContaining(reason),
      });
    },
  );

  it.each([
    ['1 MB', 1_000_000, 2, { kind: 'sent' }],
    ['64 KB', 64 * 1024, 3, { kind: 'sent' }],
    [
      'nothing',
      0,
      3,
      {
        kind: 'too large',
        reason: 'A proxy refuses something this large: ask whoever runs Lectern to allow larger requests.',
      },
    ],
  ] as const)(
    '[T-04] behind a proxy that accepts %s is sent in smaller requests, and otherwise stops with the reason',
    async (_, limit, sizes, expected) => {
      await jest.isolateModulesAsync(async () => {
        const { sendFile: send } = await import('./sendFile.ts');
        const refused = new Set<number>();
        const received = new Map<string, number>();
        const server = createServer((request, response) => {
          const path = request.url ?? '';
          const length = Number(request.headers['content-length'] ?? 0);
          request.resume().on('end', () => {
            if (request.method === 'POST')
              return response.writeHead(201, { ...tus, ...mark, location: `/${++created}` }).end();
            if (request.method === 'PATCH' && length > limit) {
              refused.add(length);
              return response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413</h1>');
            }
            received.set(path, (received.get(path) ?? 0) + length);
            const headers = {
              ...tus,
              ...mark,
              'upload-offset': received.get(path) ?? 0,
              'upload-length': size,
            };
            return response.writeHead(request.method === 'HEAD' ? 200 : 204, headers).end();
          });
        });
        const size = 9_000_000;
        let created = 0;
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const { port } = server.address() as AddressInfo;
        const upload = { file: Buffer.alloc(size), filename: 'a.epub', type: '', url: null };
        const ports = {
          endpoint: `http://127.0.0.1:${port}/v1/uploads/files`,
          headers: () => ({}),
          onAddress: () => undefined,
          onProgress: () => undefined,
        };
        const outcomes = await Promise.all(
          [1, 2].map(() => send(upload as unknown as StoredUpload, ports).outcome),
        );
        server.closeAllConnections();
        server.close();
        expect(outcomes).toEqual([expected, expected]);
        expect(refused.size).toBe(expected.kind === 'sent' ? sizes - 1 : sizes);
        expect([...received.values()].filter(Boolean)).toEqual(expected.kind === 'sent' ? [size, size] : []);
      });
    },
  );

  it.each([408, 409, 423, 425, 429, 500, 503])('waits after the server’s status %i', async (status) => {
    expect(await outcomeWith(status, { ...tus, ...mark }, '{}')).toEqual({ kind: 'unreachable' });
  });

  it('is rejected only by the server, with its message', async () => {
    const body = JSON.stringify({ error: 'This file is empty.', code: 'empty_file' });
    expect(await outcomeWith(422, { ...tus, ...mark }, body)).toEqual({
      kind: 'refused',
      message: 'This file is empty.',
    });
  });
});
