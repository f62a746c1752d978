import assert from 'node:assert/strict';
import { type ClientRequest, request } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addDevice, type Device } from './support/devices.ts';
import { startServer, type TestServer } from './support/server.ts';
import { afterStatement } from './support/sideBySide.ts';

let server: TestServer;
let device: Device;

before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  device = await addDevice(await server.reader(), { scopes: ['write'] });
});

const dav = (method: string, path: string, init: RequestInit = {}, of = device) =>
  of.fetch(`/dav${path}`, { method, ...init });
const status = async (...asked: Parameters<typeof dav>) => (await dav(...asked)).status;
const put = (path: string, body: string, headers: Record<string, string> = {}) =>
  dav('PUT', path, { body, headers });
const textOf = async (path: string) => (await dav('GET', path)).text();
/** Names of elements in a PROPFIND response, as KOReader reads them. */
const listed = async (path: string, depth = '1') => {
  const body =
    '<?xml version="1.0"?><a:propfind xmlns:a="DAV:"><a:prop><a:resourcetype/><a:getcontentlength/><a:getlastmodified/></a:prop></a:propfind>';
  const answer = await dav('PROPFIND', path, { headers: { depth }, body });
  assert.equal(answer.status, 207);
  const text = await answer.text();
  return [...text.matchAll(/<[^:]*:response[^>]*>(.*?)<\/[^:]*:response>/gs)].map(([, item = '']) => ({
    href: /<[^:]*:href[^>]*>(.*?)<\/[^:]*:href>/.exec(item)?.[1],
    size: /getcontentlength[^>]*>(\d+)</.exec(item)?.[1],
    isFolder: /<[^:]*:collection\/>/.test(item),
  }));
};
/** A request with an unmodified URL and a body of this many megabytes. */
function raw(
  method: string,
  path: string,
  { pieces = 0, headers = {} } = {},
): Promise<{ status: number; sent: number }> {
  const piece = Buffer.alloc(1_048_576);
  return new Promise((resolve, reject) => {
    let sent = 0;
    const { hostname, port } = new URL(server.origin);
    const asked = request({ hostname, port, method, path, headers: { ...device.basic, ...headers } });
    asked.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, sent });
      asked.destroy();
    });
    asked.on('error', reject);
    const write = (): void => {
      if (sent === pieces) asked.end();
      else if (!asked.destroyed) {
        sent += 1;
        asked.write(piece, () => setImmediate(write));
      }
    };
    write();
  });
}
const lock = async (path: string, { scope = 'exclusive', depth = '0' } = {}) => {
  const body = `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>a test</D:owner></D:lockinfo>`;
  const answer = await dav('LOCK', path, { headers: { depth, timeout: 'Second-600' }, body });
  return { status: answer.status, token: answer.headers.get('lock-token') ?? '', text: await answer.text() };
};

describe('files and folders', () => {
  test('a file is written, listed, read, replaced and deleted', async () => {
    assert.equal((await put('/statistics.txt', 'one')).status, 201);
    assert.equal((await put('/statistics.txt', 'three')).status, 204);
    assert.deepEqual(await listed('/'), [
      { href: '/dav/', size: undefined, isFolder: true },
      { href: '/dav/statistics.txt', size: '5', isFolder: false },
    ]);
    const answer = await dav('GET', '/statistics.txt');
    assert.equal(await answer.text(), 'three');
    assert.match(answer.headers.get('etag') ?? '', /^"[0-9a-f]{32}"$/);
    assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/);
    const head = await dav('HEAD', '/statistics.txt');
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '5']);
    assert.equal(await status('DELETE', '/statistics.txt'), 204);
    assert.equal(await status('GET', '/statistics.txt'), 404);
    assert.equal(await status('DELETE', '/statistics.txt'), 404);
  });

  test('folders are created in existing ones, copied, moved and deleted with their content', async () => {
    assert.equal(await status('MKCOL', '/a'), 201);
    assert.equal(await status('MKCOL', '/a/'), 405);
    assert.equal(await status('MKCOL', '/no/b'), 409);
    assert.equal((await put('/no/file', 'x')).status, 409);
    assert.equal(
      (await put('/a/Größe & <Maß>.txt'.replaceAll(/[ <>&]/g, encodeURIComponent), 'x')).status,
      201,
    );
    const to = (path: string) => ({ headers: { destination: `${server.origin}/dav${path}` } });
    assert.equal(await status('COPY', '/a', to('/b')), 201);
    assert.equal(await status('MOVE', '/a', to('/c/')), 201);
    assert.deepEqual(
      (await listed('/')).map(({ href }) => href),
      ['/dav/', '/dav/b/', '/dav/c/'],
    );
    assert.equal((await listed('/b'))[1]?.href, '/dav/b/Gr%C3%B6%C3%9Fe%20%26%20%3CMa%C3%9F%3E.txt');
    assert.equal((await listed('/b', '0')).length, 1);
    assert.equal(await status('COPY', '/b', { headers: { destination: '/dav/c', overwrite: 'F' } }), 412);
    assert.equal(await status('COPY', '/b', { headers: { destination: '/dav/b/inside' } }), 403);
    assert.equal(
      await status('MOVE', '/b', { headers: { destination: 'http://elsewhere.example/dav/x' } }),
      400,
    );
    assert.equal(await status('DELETE', '/b'), 204);
    assert.deepEqual(await listed('/c'), [
      { href: '/dav/c/', size: undefined, isFolder: true },
      { href: '/dav/c/Gr%C3%B6%C3%9Fe%20%26%20%3CMa%C3%9F%3E.txt', size: '1', isFolder: false },
    ]);
  });

  test('a file stored in several rows is returned byte for byte', async () => {
    const body = Buffer.alloc(700_001, 'lectern');
    assert.equal(await status('PUT', '/large', { body }), 201);
    assert.ok(Buffer.from(await (await dav('GET', '/large')).arrayBuffer()).equals(body));
  });

  test('a resumed upload, which sends only a part of the file, is refused and changes nothing', async () => {
    await put('/f', 'the whole file');
    const answer = await put('/f', 'file', { 'content-range': 'bytes 10-13/14' });
    assert.equal(answer.status, 400);
    assert.equal(await textOf('/f'), 'the whole file');
  });

  test('If-Match and If-None-Match: 412 for an outdated write, which changes nothing', async () => {
    const first = (await put('/f', '1')).headers.get('etag') ?? '';
    const second = (await put('/f', '2', { 'if-match': first })).headers.get('etag') ?? '';
    assert.notEqual(first, second);
    assert.equal((await put('/f', '3', { 'if-match': first })).status, 412);
    assert.equal((await put('/f', '3', { 'if-match': `W/${second}` })).status, 412);
    assert.equal((await put('/new', '3', { 'if-match': '*' })).status, 412);
    assert.equal((await put('/f', '3', { 'if-none-match': '*' })).status, 412);
    assert.equal(await textOf('/f'), '2');
    assert.equal(await status('GET', '/f', { headers: { 'if-none-match': second } }), 304);
    assert.equal((await put('/f', '4', { 'if-match': `"x", ${second}` })).status, 204);
  });

  test('client properties are stored, copied, and returned by name', async () => {
    await put('/f', '1');
    const patch = (inside: string) =>
      dav('PROPPATCH', '/f', {
        body: `<D:propertyupdate xmlns:D="DAV:" xmlns:x="urn:x">${inside}</D:propertyupdate>`,
      });
    assert.equal((await patch('<D:set><D:prop><x:mark>5 &lt; 6</x:mark></D:prop></D:set>')).status, 207);
    const refused = await (await patch('<D:set><D:prop><D:getetag>mine</D:getetag></D:prop></D:set>')).text();
    assert.match(refused, /403 Forbidden/);
    const ask = '<propfind xmlns="DAV:"><prop><mark xmlns="urn:x"/><other xmlns="urn:x"/></prop></propfind>';
    const found = await (await dav('PROPFIND', '/f', { headers: { depth: '0' }, body: ask })).text();
    assert.match(found, /<mark xmlns="urn:x">5 &lt; 6<\/mark><\/D:prop><D:status>HTTP\/1.1 200 OK/);
    assert.match(found, /<other xmlns="urn:x"\/><\/D:prop><D:status>HTTP\/1.1 404/);
  });

  test('a range of a file is returned, across the rows it is stored in', async () => {
    const body = Buffer.from(Array.from({ length: 500_000 }, (_, index) => index % 251));
    const etag = (await dav('PUT', '/large', { body })).headers.get('etag') ?? '';
    const part = (range: string, more: Record<string, string> = {}, method = 'GET') =>
      dav(method, '/large', { headers: { range, ...more } });
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=196600-196700', 196_600, 196_700],
      ['bytes=196608-393215', 196_608, 393_215],
      ['bytes=499990-', 499_990, 499_999],
      ['bytes=-5', 499_995, 499_999],
      ['Bytes=499000-9999999', 499_000, 499_999],
    ];
    for (const [range, start, end] of ranges) {
      const answer = await part(range);
      assert.equal(answer.status, 206, range);
      assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end}/500000`);
      assert.equal(answer.headers.get('accept-ranges'), 'bytes');
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.ok(bytes.equals(body.subarray(start, end + 1)), range);
    }
    for (const range of ['bytes=500000-', 'bytes=600000-600001', 'bytes=-0']) {
      const beyond = await part(range);
      assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */500000'], range);
    }
    for (const range of ['bytes=9-1', 'bytes=-', 'lines=0-1', 'bytes=0-1,3-4'])
      assert.equal((await part(range)).status, 200, range);
    assert.equal((await part('bytes=0-1', { 'if-range': etag })).status, 206);
    for (const stale of ['"old"', `W/${etag}`, 'Fri, 27 Nov 2026 00:00:00 GMT'])
      assert.equal((await part('bytes=0-1', { 'if-range': stale })).status, 200, stale);
    assert.equal((await part('bytes=0-1', { 'if-none-match': etag })).status, 304);
    const head = await part('bytes=0-1', {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '500000']);
  });

  test('a file that is written while it is read has the entity tag of its content', async () => {
    const [old, fresh] = ['o', 'f'].map((letter) => letter.repeat(300_000)) as [string, string];
    for (const wanted of ['whole', 'range', 'if-range']) {
      const before = (await put('/f', old)).headers.get('etag') ?? '';
      let after = '';
      afterStatement(server.services, /from "device_files"/, async () => {
        after = (await put('/f', fresh)).headers.get('etag') ?? '';
      });
      const headers = {
        ...(wanted === 'whole' ? {} : { range: 'bytes=0-4' }),
        ...(wanted === 'if-range' ? { 'if-range': before } : {}),
      };
      const answer = await dav('GET', '/f', { headers });
      const content = wanted === 'range' ? 'fffff' : fresh;
      assert.deepEqual([answer.headers.get('etag'), await answer.text()], [after, content], wanted);
    }
    afterStatement(server.services, /from "device_files"/, () => dav('DELETE', '/f'));
    assert.equal(await status('GET', '/f'), 404);
  });

  test('OPTIONS lists the methods of the root, a folder, a file and an unused name', async () => {
    await status('MKCOL', '/folder');
    await put('/f', '1');
    const allowed = async (path: string) => {
      const { status: code, headers } = await dav('OPTIONS', path);
      assert.deepEqual([code, headers.get('dav')], [200, '1, 2']);
      return headers.get('allow')?.split(', ').sort().join(' ');
    };
    assert.equal(await allowed('/'), 'LOCK OPTIONS PROPFIND UNLOCK');
    assert.equal(await allowed('/folder'), 'COPY DELETE LOCK MOVE OPTIONS PROPFIND PROPPATCH UNLOCK');
    assert.equal(await allowed('/f'), 'COPY DELETE GET HEAD LOCK MOVE OPTIONS PROPFIND PROPPATCH PUT UNLOCK');
    assert.equal(await allowed('/new'), 'LOCK MKCOL OPTIONS PUT');
  });

  test('other methods are answered with 405 and the supported ones, after signing in', async () => {
    await put('/f', '1');
    for (const method of ['POST', 'PATCH', 'REPORT', 'SEARCH', 'ACL', 'MKCALENDAR'])
      for (const path of ['', '/', '/f', '/new']) {
        const answer = await dav(method, path);
        const allow = (await dav('OPTIONS', path)).headers.get('allow');
        assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allow], `${method} ${path}`);
      }
    for (const [method, path] of [
      ['GET', '/'],
      ['MKCOL', '/f'],
    ] as const) {
      const answer = await dav(method, path);
      assert.equal(answer.status, 405);
      assert.match(answer.headers.get('allow') ?? '', /PROPFIND/);
    }
    const anonymous = await fetch(`${server.origin}/dav/f`, { method: 'POST', body: 'x' });
    assert.equal(anonymous.status, 401);
  });
});

describe('locks', () => {
  test('a locked resource is changed only by the lock’s holder, until it is released', async () => {
    await put('/f', '1');
    const { token, text } = await lock('/f');
    assert.match(text, /<D:timeout>Second-(600|599)<\/D:timeout>/);
    assert.equal((await lock('/f')).status, 423);
    assert.equal((await put('/f', '2')).status, 423);
    assert.equal(await status('DELETE', '/f'), 423);
    assert.equal((await put('/f', '2', { if: `(${token})` })).status, 204);
    assert.equal((await put('/f', '3', { if: '(<urn:uuid:other>)' })).status, 412);
    assert.equal(await status('LOCK', '/f', { headers: { if: `(${token})` } }), 200);
    assert.equal(await status('UNLOCK', '/f', { headers: { 'lock-token': token } }), 204);
    assert.equal((await put('/f', '4')).status, 204);
    assert.equal(await status('UNLOCK', '/f', { headers: { 'lock-token': token } }), 409);
  });

  test('a lock on a folder covers its content; shared ones can coexist', async () => {
    await dav('MKCOL', '/a');
    await put('/a/f', '1');
    const one = await lock('/a', { scope: 'shared', depth: 'infinity' });
    assert.equal((await lock('/a', { scope: 'shared', depth: 'infinity' })).status, 200);
    assert.equal((await lock('/a/f')).status, 423);
    assert.equal((await put('/a/f', '2')).status, 423);
    assert.equal((await put('/a/g', '2')).status, 423);
    assert.equal((await put('/a/f', '2', { if: `</dav/a/> (${one.token})` })).status, 204);
    assert.equal(await status('DELETE', '/a'), 423);
  });

  test('locking an unmapped path creates an empty file; an expired lock is gone', async () => {
    assert.equal((await lock('/new')).status, 201);
    assert.equal(await textOf('/new'), '');
    await server.services.db
      .updateTable('device_locks')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .execute();
    assert.equal((await put('/new', '1')).status, 204);
  });
});

describe('bad input', () => {
  test('a user’s folder is not accessible to another user, or to a password without the scope', async () => {
    await put('/mine', 'secret');
    const other = await addDevice(await server.reader(), { scopes: ['write'] });
    assert.equal(await status('GET', '/mine', {}, other), 404);
    assert.deepEqual(await (await dav('PUT', '/mine', { body: 'theirs' }, other)).text(), '');
    assert.equal(await textOf('/mine'), 'secret');
    const reading = await addDevice(await server.reader(), { scopes: ['read', 'progress'] });
    assert.equal(await status('PROPFIND', '/', { headers: { depth: '0' } }, reading), 403);
    const nobody = await fetch(`${server.origin}/dav/mine`, { method: 'PROPFIND' });
    assert.deepEqual(
      [nobody.status, nobody.headers.get('www-authenticate')],
      [401, 'Basic realm="Lectern", charset="UTF-8"'],
    );
  });

  test('paths that lead outside are refused', async () => {
    const tricks = [
      '/%2e%2e/x',
      '/a/%2e%2e/%2e%2e/x',
      '/a%2fb',
      '/a%5cb',
      '/a%00',
      '/%ff',
      `/${'x'.repeat(300)}`,
      '//x',
    ];
    for (const path of [...tricks, `${'/d'.repeat(11)}`])
      assert.equal((await raw('PUT', `/dav${path}`)).status, 400, path);
    await put('/f', '1');
    for (const destination of ['/v1/books', '/dav/%2e%2e/x', '/davx', 'x', `${server.origin}/dav/..%2fx`])
      assert.equal(await status('MOVE', '/f', { headers: { destination } }), 400, destination);
    for (const method of ['PUT', 'DELETE', 'MKCOL']) assert.ok((await status(method, '/')) >= 403, method);
    assert.deepEqual((await listed('/')).length, 2);
  });

  test('what is moved or copied gets no path that is too deep or too long', async () => {
    const deep = Array.from({ length: 9 }, (_, index) => `/${index}`);
    for (const [index] of deep.entries()) await status('MKCOL', deep.slice(0, index + 1).join(''));
    await status('MKCOL', '/tree');
    await status('MKCOL', '/tree/branch');
    const headers = { destination: `/dav${deep.join('')}/tree` };
    for (const method of ['MOVE', 'COPY'])
      assert.equal(await status(method, '/tree', { headers }), 400, method);
    assert.deepEqual(
      (await listed('/tree')).map(({ href }) => href),
      ['/dav/tree/', '/dav/tree/branch/'],
    );
  });

  test('XML that is malformed, declares entities, or is too deep or long, or has too many or too long namespaces is refused', async () => {
    const bodies = [
      '<propfind xmlns="DAV:"><prop></propfind>',
      '<propfind xmlns="DAV:"/>',
      '<D:propfind><D:allprop/></D:propfind>',
      '<p:propfind xmlns:p="DAV:"><p:prop xmlns:q=""><q:x/></p:prop></p:propfind>',
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><propfind xmlns="DAV:"><prop>&b;</prop></propfind>',
      '<propfind xmlns="DAV:"><prop>&nbsp;</prop></propfind>',
      `${'<a xmlns="DAV:">'.repeat(50)}${'</a>'.repeat(50)}`,
      'nothing',
      `<propfind xmlns="DAV:"><prop><a xmlns="${'x'.repeat(301)}"/></prop></propfind>`,
      `<propfind xmlns="DAV:" ${Array.from({ length: 50 }, (_, index) => `xmlns:n${index}="x"`).join(' ')}><allprop/></propfind>`,
    ];
    for (const body of bodies)
      assert.equal(await status('PROPFIND', '/', { headers: { depth: '0' }, body }), 400, body);
    const long = `<propfind xmlns="DAV:"><allprop/>${' '.repeat(70_000)}</propfind>`;
    assert.equal(await status('PROPFIND', '/', { headers: { depth: '0' }, body: long }), 413);
    assert.equal(await status('PROPFIND', '/', { headers: { depth: 'infinity' } }), 403);
    assert.equal(await status('PROPFIND', '/', { headers: { depth: '0', if: '(<' } }), 400);
  });

  test('[S-02] a list of all files with many locks, or many requested properties, stays below 2 MB', async () => {
    for (let number = 0; number < 40; number++) await put(`/${number}`, 'x');
    const names = Array.from({ length: 990 }, (_, index) => `<${'n'.repeat(50)}${index}/>`).join('');
    const body = `<propfind xmlns="DAV:"><prop>${names}</prop></propfind>`;
    const asked = await dav('PROPFIND', '/', { headers: { depth: '1' }, body });
    assert.equal(asked.status, 507);
    assert.equal(await status('PROPFIND', '/', { headers: { depth: '0' }, body }), 207);
    const { db } = server.services;
    const files = db.selectFrom('device_files').select('user_id').where('path', '=', '39');
    const { user_id } = await files.executeTakeFirstOrThrow();
    const locked = { user_id, path: '', is_deep: 1, is_exclusive: 0, expires_at: '2999-01-01T00:00:00.000Z' };
    const locks = Array.from({ length: 100 }, (_, index) => ({
      ...locked,
      token: `urn:test:${index}`,
      owner: `<D:owner>${'o'.repeat(1_900)}</D:owner>`,
    }));
    await db.insertInto('device_locks').values(locks).execute();
    assert.equal(await status('PROPFIND', '/', { headers: { depth: '1' } }), 507);
    // A property that is named often is answered once.
    const often = `<propfind xmlns="DAV:"><prop>${'<lockdiscovery/>'.repeat(990)}</prop></propfind>`;
    assert.equal(await status('PROPFIND', '/39', { headers: { depth: '0' }, body: often }), 207);
  });

  test('a large body is refused before it is read, or, without Content-Length, after the limit', async () => {
    const said = await raw('PUT', '/dav/big', {
      pieces: 1_024,
      headers: { 'content-length': 1_024 * 1_048_576 },
    });
    assert.equal(said.status, 413);
    assert.ok(said.sent < 40, `${said.sent} MB were taken`);
    const unsaid = await raw('PUT', '/dav/big', { pieces: 1_024 });
    assert.equal(unsaid.status, 413);
    assert.ok(unsaid.sent < 80, `${unsaid.sent} MB were taken`);
    assert.equal(await status('GET', '/big'), 404);
  });

  test('a full folder accepts only what makes it smaller', async () => {
    await put('/1', 'x');
    await server.services.db
      .updateTable('device_files')
      .set({ size: 63_999_000 })
      .where('path', '=', '1')
      .execute();
    const body = 'x'.repeat(2_000);
    assert.equal((await put('/2', body)).status, 507);
    assert.equal(await status('COPY', '/1', { headers: { destination: '/dav/2' } }), 507);
    assert.equal((await put('/1', body)).status, 204);
    assert.equal((await put('/2', body)).status, 201);
  });
});

test('[O-18] slow bodies of a device do not keep its reader waiting', async () => {
  const reader = await server.reader();
  const kobo = await addDevice(reader, { scopes: ['write'] });
  const { hostname, port } = new URL(server.origin);
  const slow = ['one', 'two'].map((name) => {
    const headers = { ...kobo.basic, 'content-length': 1_000 };
    const sent = request({ hostname, port, method: 'PUT', path: `/dav/${name}`, headers });
    sent.on('error', () => {});
    sent.write('x');
    return sent;
  });
  const running = () =>
    Object.values(server.services.routeQueues).reduce((sum, queue) => sum + queue.running, 0);
  while (running() < slow.length) await new Promise(setImmediate);
  assert.equal(server.services.routeQueues.any.running, 0);
  await reader.call('DELETE /auth/app-passwords/:id', { params: { id: kobo.password.id } });
  for (const each of slow) each.destroy();
});

test('[O-18] a device that does not read its files is answered two at a time, so that few are in memory', async () => {
  const reader = await server.reader();
  const kobo = await addDevice(reader, { scopes: ['write'] });
  const body = Buffer.alloc(30_000_000);
  assert.equal((await kobo.fetch('/dav/large', { method: 'PUT', body })).status, 201);
  const { webdav } = server.services.routeQueues;
  while (webdav.running > 0) await new Promise(setImmediate);
  const { hostname, port } = new URL(server.origin);
  const unread = () =>
    new Promise<ClientRequest>((resolve) => {
      const asked = request({ hostname, port, path: '/dav/large', headers: kobo.basic, agent: false });
      asked.once('response', () => resolve(asked)).on('error', () => {});
      asked.end();
    });
  const two = [await unread(), await unread()];
  assert.equal(webdav.running, 2);
  const third = unread();
  for (const each of two) each.destroy();
  (await third).destroy();
});
