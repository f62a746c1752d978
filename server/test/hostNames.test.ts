import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { startServer, type TestServer } from './support/server.ts';

let [open, own, behindProxy]: TestServer[] = [];

before(async () => {
  const origin = 'https://books.example.org';
  [open, own, behindProxy] = await Promise.all([
    startServer(),
    startServer({ config: { origin } }),
    startServer({ config: { origin, trustProxy: true } }),
  ]);
});
after(() => Promise.all([open?.stop(), own?.stop(), behindProxy?.stop()]));

/** Sends a request as it is written. @returns the status line and the rest of the answer */
function send(server: TestServer | undefined, ...lines: string[]): Promise<{ status: number; body: string }> {
  const { port } = new URL(server?.origin ?? '');
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(answer.split(' ')[1]), body: answer }));
    socket.write(`GET /v1/health HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  });
}

describe('the Host of a request', () => {
  test('[S-21] two lines of it, or one that is no host, are 400', async () => {
    for (const server of [open, own]) {
      assert.equal((await send(server, 'Host: localhost', 'Host: localhost')).status, 400);
      assert.equal((await send(server, 'Host: localhost', 'hOST: evil.example')).status, 400);
      for (const host of ['a b', 'user@localhost', 'localhost/x', 'localhost, evil.example'])
        assert.equal((await send(server, `Host: ${host}`)).status, 400, host);
    }
  });

  test('[S-21] is 421 when LECTERN_ORIGIN names another one, with a sentence for the operator', async () => {
    const hosts = [
      'evil.example',
      'evil.example:8080',
      'books.example.org.evil.example',
      '203.0.113.7',
      'localhost.evil.example',
    ];
    for (const host of hosts) {
      const { status, body } = await send(own, `Host: ${host}`);
      assert.equal(status, 421, host);
      assert.match(body, /"code":"misdirected_request"/);
      assert.match(body, /LECTERN_ORIGIN/);
      assert.equal((await send(open, `Host: ${host}`)).status, 200, host);
    }
  });

  test('[S-21] may be LECTERN_ORIGIN’s, loopback, or an address of the machine, as for health checks', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
    );
    const hosts = ['books.example.org', 'BOOKS.example.org:443', 'books.example.org.', 'localhost:8080'];
    for (const host of [
      ...hosts,
      'lectern.localhost',
      '127.0.0.1',
      '127.8.8.8',
      '[::1]:80',
      '192.168.1.20',
      ...addresses,
    ])
      assert.equal((await send(own, `Host: ${host}`)).status, 200, host);
  });

  test('[S-21] is the one that a trusted proxy was asked for', async () => {
    const forwarded = 'X-Forwarded-Host: books.example.org';
    assert.equal((await send(behindProxy, 'Host: lectern:8080', forwarded)).status, 200);
    assert.equal((await send(own, 'Host: lectern:8080', forwarded)).status, 421);
    assert.equal(
      (await send(behindProxy, 'Host: lectern:8080', 'X-Forwarded-Host: evil.example')).status,
      421,
    );
  });
});
