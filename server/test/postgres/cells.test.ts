/** Two libraries, each on a PostgreSQL server of its own, behind one router as in deploy/haproxy-cells.cfg. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../support/freePort.ts';
import { startServer, type TestServer } from '../support/server.ts';

const isInstalled = !spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).error;

interface Answer {
  status: number;
  body: string;
}

describe('cells behind one router', { skip: !isInstalled && 'there is no haproxy' }, () => {
  const account = { email: 'ada@example.org', password: 'password of ada', name: 'Ada' };
  let folder: string;
  let cells: { a: TestServer; b: TestServer };
  let router: ChildProcess;
  let port: number;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-cells-'));
    const config = { trustProxy: true };
    const { SECOND_DATABASE_URL: databaseUrl } = process.env;
    assert.ok(databaseUrl, 'run me by npm run test:server');
    cells = {
      a: await startServer({ config }),
      b: await startServer({ config: { ...config, databaseUrl } }),
    };
    port = await freePort();
    const example = await readFile(new URL('../../../deploy/haproxy-cells.cfg', import.meta.url), 'utf8');
    const file = join(folder, 'haproxy.cfg');
    await writeFile(
      file,
      example
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace('127.0.0.1:8081', new URL(cells.a.origin).host)
        .replace('127.0.0.1:8082', new URL(cells.b.origin).host),
    );
    router = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    const isUp = async (cell: string) => (await ask(cell, '/v1/ready').catch(() => null))?.status === 200;
    while (router.exitCode === null && !((await isUp('a')) && (await isUp('b'))));
    assert.equal(router.exitCode, null, 'haproxy has ended');
  });
  after(async () => {
    router.kill();
    await cells.a.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Requests a cell's host through the router. */
  function ask(
    cell: string,
    path: string,
    { token, body }: { token?: string; body?: object } = {},
  ): Promise<Answer> {
    const headers = {
      host: `${cell}.books.example.org`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers }, (response) => {
        text(response).then((all) => resolve({ status: response.statusCode ?? 0, body: all }), reject);
      })
        .once('error', reject)
        .end(body && JSON.stringify(body));
    });
  }
  const signUp = async (cell: string) => {
    const { status, body } = await ask(cell, '/v1/auth/register', { body: account });
    assert.equal(status, 201, body);
    return (JSON.parse(body) as { token: string }).token;
  };

  test('a user of one cell is unknown to the other, and an unknown host is reported as such', async () => {
    const [inA, inB] = [await signUp('a'), await signUp('b')];
    assert.equal((await ask('a', '/v1/notes', { token: inA, body: { content: 'only here' } })).status, 201);
    assert.match((await ask('a', '/v1/notes', { token: inA })).body, /only here/);
    assert.doesNotMatch((await ask('b', '/v1/notes', { token: inB })).body, /only here/);
    assert.equal((await ask('b', '/v1/notes', { token: inA })).status, 401);
    assert.equal((await ask('nowhere', '/v1/ready')).status, 404);
  });

  // The last one: that cell does not come back.
  test('one of them goes away, and the other answers as before', async () => {
    const { email, password } = account;
    const { status, body } = await ask('a', '/v1/auth/login', { body: { email, password } });
    assert.equal(status, 200, body);
    const { token } = JSON.parse(body) as { token: string };
    await cells.b.stop();
    assert.equal((await ask('b', '/v1/ready')).status, 503);
    assert.equal((await ask('a', '/v1/notes', { token, body: { content: 'meanwhile' } })).status, 201);
  });
});
