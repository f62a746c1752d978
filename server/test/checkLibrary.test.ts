import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLibrary } from '../src/run/watch/checkLibrary.ts';
import { startMailServer, type TestMailServer } from './support/mailServer.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let mailServer: TestMailServer;
before(async () => {
  [server, mailServer] = await Promise.all([startServer(), startMailServer()]);
});
after(() => Promise.all([server.stop(), mailServer.stop()]));

const checked = (config: Partial<TestServer['config']> = {}) =>
  checkLibrary({ ...server.services, config: { ...server.config, ...config } });
const mail = (url: string) => ({ url, from: 'books@example.org', operator: 'me@example.org' });

test('[O-15] every configured part is checked and reports its state', async () => {
  await server.reader();
  const checks = await checked({ mail: mail(mailServer.url) });
  assert.deepEqual(
    checks.map(({ name, ok }) => [name, ok]),
    [
      ['database', true],
      ['files', true],
      ['disk', true],
      ['backup', true],
      ['mail', true],
    ],
  );
  assert.match(checks[0]?.message ?? '', /1 readers$/);
});

test('[O-15] a failing part is named, and the others are checked anyway', async () => {
  const provider = {
    issuer: 'http://127.0.0.1:1',
    clientId: 'lectern',
    clientSecret: null,
    name: 'The house',
    private: true,
  };
  const checks = await checked({ mail: mail('smtp://127.0.0.1:1'), oidc: provider });
  const failed = checks.filter(({ ok }) => !ok);
  assert.deepEqual(
    failed.map(({ name }) => name),
    ['mail', 'provider'],
  );
  assert.match(failed[0]?.message ?? '', /ECONNREFUSED/);
});
