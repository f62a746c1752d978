/** Books by mail to addresses that their reader has confirmed, and the files of a collection as a zip. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { startMailServer, type TestMailServer } from './support/mailServer.ts';
import { makePdf } from './support/pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';
import { unzip } from './support/zip.ts';

let post: TestMailServer;
let server: TestServer;
let ada: Client;
let pdf: Uint8Array;
let book: { id: string };
before(async () => {
  post = await startMailServer();
  const mail = { url: post.url, from: 'Lectern <books@example.org>', operator: 'operator@example.org' };
  server = await startServer({
    config: { mail, origin: 'https://books.example.org' },
  });
  ada = await server.reader('ada');
  pdf = makePdf({ info: { Title: 'Über/Wale: 1', Author: 'Melville' } });
  book = await uploadBook(ada, pdf, 'whales.pdf');
});
after(async () => {
  await server.stop();
  await post.stop();
});

const addressesOf = async (who: Client) => (await who.call('GET /auth/send-addresses', {})).items;

/** Adds an address and returns it with the code that was mailed to it. */
async function addAddress(who: Client, email: string) {
  const { id } = await who.call('POST /auth/send-addresses', { body: { email } });
  const mail = await post.next();
  return { id, mail, code: /code there, within an hour: (\w{8})/.exec(mail.raw)?.[1] ?? '' };
}

async function confirmedAddress(who: Client, email: string): Promise<string> {
  const { id, code } = await addAddress(who, email);
  await who.call('POST /auth/send-addresses/:id/confirm', { params: { id }, body: { code } });
  return id;
}

const send = (id: string) => ({ params: { id: book.id }, body: { address_id: id } });
const eventsOf = async (kind: string) =>
  (await ada.call('GET /admin/security-events', { query: { kind } })).items.map(({ details }) => details);

describe('an address for books', () => {
  test('is confirmed by the code that was mailed to it, which works once and for an hour', async () => {
    const bea = await server.reader('bea');
    const { id, mail, code } = await addAddress(bea, 'Bea@Example.org');
    assert.deepEqual(mail.to, ['bea@example.org']);
    const confirm = (typed: string) => ({ params: { id }, body: { code: typed } });
    await bea.fails(403, 'POST /auth/send-addresses/:id/confirm', confirm('aaaaaaaa'));
    await server.services.db
      .updateTable('send_addresses')
      .set({ code_ends_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    await bea.fails(403, 'POST /auth/send-addresses/:id/confirm', confirm(code));
    const again = await addAddress(bea, 'bea@example.org');
    assert.equal(again.id, id);
    await bea.fails(403, 'POST /auth/send-addresses/:id/confirm', confirm(code));
    await bea.call('POST /auth/send-addresses/:id/confirm', confirm(` ${again.code.toUpperCase()} `));
    await bea.fails(403, 'POST /auth/send-addresses/:id/confirm', confirm(again.code));
    assert.ok((await addressesOf(bea))[0]?.confirmed_at);
    await bea.call('DELETE /auth/send-addresses/:id', { params: { id } });
    assert.deepEqual(await addressesOf(bea), []);
    assert.deepEqual((await eventsOf('send_address_change')).map(({ change }) => change).sort(), [
      'added',
      'confirmed',
      'removed',
    ]);
  });

  test('of an e-reader gets the code as a file, since it shows no mail', async () => {
    const { mail } = await addAddress(await server.reader(), 'me@free.kindle.com');
    assert.match(mail.raw, /Content-Disposition: attachment; filename=\w{8}\.txt/);
  });

  test('is one of five, and codes are limited for a reader and for an address', async () => {
    const cy = await server.reader();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await addAddress(cy, `${name}@example.org`);
    await cy.fails(413, 'POST /auth/send-addresses', { body: { email: 'f@example.org' } });
    for (let more = 0; more < 4; more++) await addAddress(cy, 'a@example.org');
    await cy.fails(429, 'POST /auth/send-addresses', { body: { email: 'a@example.org' } });
    const { id = '' } = (await addressesOf(cy))[0] ?? {};
    const wrong = { params: { id }, body: { code: 'wrong' } };
    for (let tries = 0; tries < 10; tries++)
      await cy.fails(403, 'POST /auth/send-addresses/:id/confirm', wrong);
    await cy.fails(429, 'POST /auth/send-addresses/:id/confirm', wrong);
  });

  test('is not kept when the mail server refuses its code', async () => {
    const dee = await server.reader();
    post.refusing = true;
    await dee.fails(503, 'POST /auth/send-addresses', { body: { email: 'dee@example.org' } });
    post.refusing = false;
    assert.deepEqual(await addressesOf(dee), []);
  });

  test('is not to be had in a library without mail', async () => {
    const quiet = await startServer();
    try {
      const eve = await quiet.reader();
      assert.equal((await eve.call('GET /auth/send-addresses', {})).from, null);
      await eve.fails(409, 'POST /auth/send-addresses', { body: { email: 'eve@example.org' } });
    } finally {
      await quiet.stop();
    }
  });
});

describe('a book by mail', () => {
  test('is the uploaded file, with a safe name and its media type', async () => {
    const id = await confirmedAddress(ada, 'ada@kindle.com');
    await ada.call('POST /books/:id/send', send(id), { idempotencyKey: randomUUID() });
    const { to, raw } = await post.next();
    assert.deepEqual(to, ['ada@kindle.com']);
    assert.match(raw, /^Content-Type: application\/pdf/m);
    assert.match(raw, /filename\*0\*=utf-8''%C3%9Cber%20Wale%201%20-%20Melville\.pdf/);
    const part = raw.slice(raw.indexOf('Content-Type: application/pdf'));
    const encoded = part.split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? '';
    assert.ok(Buffer.from(encoded, 'base64').equals(pdf));
    assert.deepEqual(await eventsOf('book_sent'), [{ bytes: pdf.length }]);
  });

  test('goes once, however often the request arrives', async () => {
    const id = await confirmedAddress(ada, 'once@example.org');
    const idempotencyKey = randomUUID();
    for (let times = 0; times < 2; times++)
      await ada.call('POST /books/:id/send', send(id), { idempotencyKey });
    await post.next();
    const later = await addAddress(ada, 'later@example.org');
    assert.deepEqual(later.mail.to, ['later@example.org']);
  });

  test('goes to no unconfirmed address, nor to that of another reader, nor as a file of over 25 MB', async () => {
    const { id } = await addAddress(ada, 'new@example.org');
    await ada.fails(409, 'POST /books/:id/send', send(id));
    const eve = await server.reader();
    const hers = await confirmedAddress(eve, 'eve@example.org');
    await ada.fails(404, 'POST /books/:id/send', send(hers));
    await eve.fails(404, 'POST /books/:id/send', send(hers));
    const { db } = server.services;
    const { id: large } = await uploadBook(eve, await makeEpub({ title: 'Large' }));
    await db.updateTable('books').set({ file_size: 25_000_001 }).where('id', '=', large).execute();
    await eve.fails(413, 'POST /books/:id/send', { params: { id: large }, body: { address_id: hers } });
  });

  test('that the mail server refuses is said so', async () => {
    const eve = await server.reader();
    const id = await confirmedAddress(eve, 'eve2@example.org');
    const hers = await uploadBook(eve, await makeEpub({ title: 'Refused' }));
    post.refusing = true;
    const { error } = await eve.fails(503, 'POST /books/:id/send', {
      params: { id: hers.id },
      body: { address_id: id },
    });
    post.refusing = false;
    assert.match(error, /didn’t take the mail/);
  });
});

describe('the books of a collection as a zip', () => {
  const shelf = { name: 'Sea: all/of it', description: null, color: null, icon: null };
  async function zipOf(who: Client, collection_id: string) {
    const { url } = await who.call('POST /export', { body: { collection_id } });
    const response = await fetch(new URL(url, server.origin));
    assert.equal(response.status, 200);
    const files = await unzip(new Uint8Array(await response.arrayBuffer()));
    return { disposition: response.headers.get('content-disposition') ?? '', files };
  }

  test('has each file under a safe name of its own, by hand or by a rule', async () => {
    const fay = await server.reader();
    const epub = await makeEpub({ title: 'Wale', author: 'Ahab' });
    const books = [
      await uploadBook(fay, epub),
      await uploadBook(fay, makePdf({ info: { Title: 'Wale', Author: 'Ahab' } })),
      await uploadBook(fay, await makeEpub({ title: 'wale', author: 'Ahab' })),
      await uploadBook(fay, await makeEpub({ title: 'Not in it' })),
    ];
    const params = { id: randomUUID() };
    const bookIds = books.slice(0, 3).map(({ id }) => id);
    await fay.call('PUT /collections/:id', { params, body: { ...shelf, bookIds } });
    const { disposition, files } = await zipOf(fay, params.id);
    assert.match(disposition, /filename="Sea all of it\.zip"/);
    assert.deepEqual([...files.keys()], ['Wale - Ahab.epub', 'Wale - Ahab.pdf', 'wale - Ahab (2).epub']);
    assert.deepEqual(files.get('Wale - Ahab.epub'), epub);
    const smart = { id: randomUUID() };
    const rule = { text: 'Not in it' };
    await fay.call('PUT /collections/:id', { params: smart, body: { ...shelf, bookIds: [], rule } });
    assert.equal((await zipOf(fay, smart.id)).files.size, 1);
  });

  test('of another reader is not found', async () => {
    const [gil, hal] = [await server.reader(), await server.reader()];
    const params = { id: randomUUID() };
    await gil.call('PUT /collections/:id', { params, body: { ...shelf, bookIds: [] } });
    const { url } = await hal.call('POST /export', { body: { collection_id: params.id } });
    assert.equal((await fetch(new URL(url, server.origin))).status, 404);
  });
});
