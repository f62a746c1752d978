import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addDevice, type Device } from './support/devices.ts';
import { startServer, type TestServer } from './support/server.ts';

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
const property =
  '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><a xmlns="urn:x">1</a></D:prop></D:set></D:propertyupdate>';

for (const [method, of] of [
  ['PUT', { body: 'mine' }],
  ['DELETE', {}],
  ['MOVE', { headers: { destination: '/dav/g' } }],
  ['COPY', { headers: { destination: '/dav/g' } }],
  ['GET', {}],
  ['PROPPATCH', { body: property }],
] as [string, RequestInit][])
  test(`[N-05] ${method} with a precondition that fails is 412 and changes nothing`, async () => {
    await put('/f', 'theirs');
    const { headers } = await dav('HEAD', '/f');
    const modified = headers.get('last-modified') ?? '';
    const tag = headers.get('etag') ?? '';
    const before = new Date(Date.parse(modified) - 1_000);
    const asctime = `Thu Jan  1 00:00:00 1970`;
    const refused: Record<string, string>[] = [
      { 'if-unmodified-since': before.toUTCString() },
      { 'if-unmodified-since': 'Sunday, 06-Nov-94 08:49:37 GMT' },
      { 'if-unmodified-since': asctime },
      { 'if-match': '"other"' },
      // If-Match wins over a date (RFC 9110, 13.2.2).
      { 'if-match': '"other"', 'if-unmodified-since': modified },
      ...(method === 'GET' ? [] : [{ 'if-none-match': `W/${tag}` }, { 'if-none-match': '*' }]),
      { if: '(["other"])' },
    ];
    for (const condition of refused)
      assert.equal(
        await status(method, '/f', { ...of, headers: { ...of.headers, ...condition } }),
        412,
        JSON.stringify(condition),
      );
    assert.equal(await textOf('/f'), 'theirs');
    assert.equal(await status('GET', '/g'), 404);
    const holding = { 'if-match': tag, 'if-unmodified-since': before.toUTCString() };
    assert.ok((await dav(method, '/f', { ...of, headers: { ...of.headers, ...holding } })).ok);
  });

test('[N-05] If-Unmodified-Since holds at the same second, and is ignored where it is no date', async () => {
  await put('/f', '1');
  const modified = (await dav('HEAD', '/f')).headers.get('last-modified') ?? '';
  assert.equal((await put('/f', '2', { 'if-unmodified-since': modified })).status, 204);
  assert.equal((await put('/f', '3', { 'if-unmodified-since': 'yesterday' })).status, 204);
  assert.equal((await put('/new', '1', { 'if-unmodified-since': modified })).status, 201);
  // Without the condition the answer were 404 as well (RFC 9110, 13.2.1).
  assert.equal(await status('DELETE', '/none', { headers: { 'if-match': '*' } }), 404);
});

test('[N-05] If-Modified-Since: 304 for a GET, unless there is If-None-Match; ignored by a write', async () => {
  await put('/f', '1');
  const modified = (await dav('HEAD', '/f')).headers.get('last-modified') ?? '';
  const get = (headers: Record<string, string>) => status('GET', '/f', { headers });
  assert.equal(await get({ 'if-modified-since': modified }), 304);
  assert.equal(await get({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }), 200);
  assert.equal(await get({ 'if-modified-since': modified, 'if-none-match': '"other"' }), 200);
  assert.equal((await put('/f', '2', { 'if-modified-since': modified })).status, 204);
});

test('[B-06] a Destination may name the default port of its scheme', async (context) => {
  const own = await startServer({ config: { origin: 'https://books.example.org' } });
  context.after(() => own.stop());
  const theirs = await addDevice(await own.reader(), { scopes: ['write'] });
  await dav('PUT', '/f', { body: 'x' }, theirs);
  const copyTo = (destination: string) => status('COPY', '/f', { headers: { destination } }, theirs);
  assert.equal(await copyTo('https://books.example.org:443/dav/g'), 201);
  assert.equal(await copyTo('HTTPS://Books.Example.org/dav/h'), 201);
  assert.equal(await copyTo('https://books.example.org:8443/dav/i'), 400);
  assert.equal(await copyTo('https://books.example.org@elsewhere.example/dav/i'), 400);
});
