/** Readers who hold connections with bodies that hardly arrive, beside one who only reads and writes. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { addBook } from './support/books.ts';
import type { Client } from './support/client.ts';
import { addDevice } from './support/devices.ts';
import { startServer, type TestServer } from './support/server.ts';

const atOnce = 50;

let server: TestServer;
let ada: Client;
const sockets: Socket[] = [];

before(async () => {
  server = await startServer();
  ada = await server.reader('ada');
  await addBook(server.services, ada.user?.id ?? '', { title: 'A Book' });
});
after(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

/** A request that announces 200 KB, and whose body comes a byte at a time. */
async function slow(head: string[]): Promise<{ socket: Socket; closed: Promise<void> }> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.on('error', () => {}).resume();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const [request, ...headers] = head;
  const length = `Content-Length: 200000`;
  socket.write([`${request} HTTP/1.1`, `Host: ${hostname}`, ...headers, length, '', 'x'].join('\r\n'));
  const timer = setInterval(() => socket.writable && socket.write('x'), 1_000).unref();
  socket.once('close', () => clearInterval(timer));
  return { socket, closed };
}

/** Every request is answered within ten seconds, while none of the slow ones is. */
async function lives(reader: Client): Promise<void> {
  const device = await addDevice(reader, { scopes: ['read', 'write'] });
  const signal = () => AbortSignal.timeout(10_000);
  const statuses = [
    await device.fetch('/dav/a.txt', { method: 'PUT', body: 'x'.repeat(40_000), signal: signal() }),
    await device.fetch('/dav/', { method: 'PROPFIND', headers: { depth: '1' }, signal: signal() }),
    await reader.fetch('/v1/books', { signal: signal() }),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [201, 207, 200]);
  const content = 'x'.repeat(90_000);
  assert.equal((await reader.call('POST /notes', { body: { content } })).content, content);
}

test(`[S-22] ${atOnce} slow WebDAV bodies of each of three devices, slow uploads and JSON of others: nobody else waits`, async () => {
  const attackers = await Promise.all(['eve', 'mallory', 'trudy'].map((name) => server.reader(name)));
  const devices = await Promise.all(attackers.map((one) => addDevice(one, { scopes: ['read', 'write'] })));
  const attacks = devices.flatMap(({ basic }, of) =>
    Array.from({ length: atOnce }, (_, i) =>
      slow([`PUT /dav/${of}-${i}.json`, `Authorization: ${basic.authorization}`]),
    ),
  );
  const bearer = `Authorization: Bearer ${attackers[0]?.token}`;
  for (let i = 0; i < atOnce; i++)
    attacks.push(
      slow(['POST /v1/books', bearer, 'Content-Type: multipart/form-data; boundary=b']),
      slow(['POST /v1/notes', bearer, 'Content-Type: application/json']),
      slow(['POST /v1/auth/login', 'Content-Type: application/json']),
    );
  const begun = await Promise.all(attacks);
  await lives(ada);
  // Their own requests that are not from a device go on as well.
  const [, mallory] = attackers;
  assert.equal((await mallory?.fetch('/v1/books', { signal: AbortSignal.timeout(10_000) }))?.status, 200);
  for (const { socket } of begun) socket.destroy();
  await Promise.all(begun.map(({ closed }) => closed));
  // The server sees a little later that they are closed.
  while (server.services.routeQueues.largeBody.running > 0) await new Promise(setImmediate);
  for (const reader of attackers) await lives(reader);
});
