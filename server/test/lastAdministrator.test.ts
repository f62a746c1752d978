import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client } from './support/client.ts';
import { commandLine } from './support/commandLine.ts';
import { openEventStream } from './support/eventStream.ts';
import { startServer, type TestServer } from './support/server.ts';
import { storesFor } from './support/store.ts';

const last = 'Appoint another administrator first.';
const leave = (name: string) => ({ body: { password: `password of ${name}` } });

async function withServer(work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer();
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

test('[S-08] the last administrator can leave only when there is no other user', () =>
  withServer(async (server) => {
    const ada = await server.reader('ada');
    const bea = await server.reader('bea');
    const refused = await ada.fails(409, 'DELETE /auth/delete-account', leave('ada'));
    assert.equal(refused.error, last);
    const params = { id: ada.user?.id ?? '' };
    assert.equal(
      (await ada.fails(409, 'PATCH /admin/users/:id', { params, body: { admin: false } })).error,
      last,
    );
    await ada.call('GET /admin/overview', {});
    await bea.call('DELETE /auth/delete-account', leave('bea'));
    await ada.call('DELETE /auth/delete-account', leave('ada'));
  }));

test('[S-08] when two administrators leave at once, one stays', () =>
  withServer(async (server) => {
    await server.reader('stays');
    for (const how of ['delete', 'drop the role', 'remove each other'] as const) {
      const [one, two] = [await server.reader(), await server.reader()];
      const { db } = server.services;
      const roles = JSON.stringify(['admin', 'user']);
      await db.updateTable('users').set({ roles: '["user"]' }).execute();
      for (const { user } of [one, two])
        await db
          .updateTable('users')
          .set({ roles })
          .where('id', '=', user?.id ?? '')
          .execute();
      const drop = (of: typeof one, whose: typeof one) =>
        of.try('PATCH /admin/users/:id', { params: { id: whose.user?.id ?? '' }, body: { admin: false } });
      const answers = await Promise.all(
        how === 'delete'
          ? [one, two].map((reader) =>
              reader.try('DELETE /auth/delete-account', leave(reader.user?.name ?? '')),
            )
          : how === 'drop the role'
            ? [drop(one, one), drop(two, two)]
            : [drop(one, two), drop(two, one)],
      );
      const left = await db.selectFrom('users').select('id').where('roles', 'like', '%admin%').execute();
      assert.equal(left.length, 1, how);
      assert.ok(
        answers.some(({ status }) => status === 204),
        how,
      );
      assert.ok(
        answers.some(({ status }) => status === 409 || status === 403),
        how,
      );
    }
  }));

test('[S-08] the command line grants the administrator role', () =>
  withServer(async (server) => {
    await server.reader('ada');
    const bea = await server.reader('bea');
    const { dataDir } = server.config;
    const stores = await storesFor(dataDir);
    const run = (...args: string[]) => commandLine(args, { DATA_DIR: dataDir, ...stores });
    assert.match(
      (await run('make-admin', 'BEA@example.org')).stdout,
      /bea@example\.org is an administrator now/,
    );
    await bea.call('GET /admin/overview', {});
    assert.match((await run('make-admin', 'bea@example.org')).stdout, /already/);
    const phone = client(server.origin, '/v1');
    await phone.call('POST /auth/login', { body: { email: 'ada@example.org', password: 'password of ada' } });
    Object.assign(phone, await phone.call('POST /auth/refresh', {}));
    const stream = await openEventStream(phone);
    await stream.next();
    assert.match(
      (await run('end-sessions', 'ada@example.org')).stdout,
      /ada@example\.org was signed out on 2 devices/,
    );
    if (server.services.engine.shared) assert.equal(await stream.next(), null);
    else stream.close();
    await phone.fails(401, 'GET /books', {});
    await phone.fails(401, 'POST /auth/refresh', {});
    await assert.rejects(run('make-admin', 'nobody@example.org'), /no account/);
    const { items } = await bea.call('GET /admin/security-events', {
      query: { kind: 'privilege_permissions_changed' },
    });
    assert.deepEqual(
      items.map(({ account, details }) => [account?.name, details.by]),
      [['bea', 'command_line']],
    );
  }));
