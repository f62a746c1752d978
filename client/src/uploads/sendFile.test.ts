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
    [200, '<h1>Wi-Fi</h1>'],
    [201, ''],
    [403, '<h1>Blocked</h1>'],
    [404, '<h1>Not here</h1>'],
    [413, '<h1>Too large</h1>'],
  ])('[Y-06] is not rejected by a foreign response with status %i', async (status, body) => {
    const foreign = { ...tus, 'content-type': 'text/html', location: '/elsewhere' };
    expect(await outcomeWith(status, foreign, body)).toEqual({ kind: 'unreachable' });
  });

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
