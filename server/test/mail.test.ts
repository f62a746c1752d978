import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sendContact } from '../src/people/admin/reports.ts';
import { mailSettings } from '../src/run/config/serviceSettings.ts';
import type { Client } from './support/client.ts';
import { startMailServer, type TestMailServer } from './support/mailServer.ts';
import { startServer, type TestServer } from './support/server.ts';

let post: TestMailServer;
let server: TestServer;
let ada: Client;
const origin = 'https://books.example.org';

before(async () => {
  post = await startMailServer();
  const mail = { url: post.url, from: 'Lectern <books@example.org>', operator: 'operator@example.org' };
  server = await startServer({ config: { mail, origin } });
  ada = await server.reader('ada');
});
after(async () => {
  await server.stop();
  await post.stop();
});

const linkIn = (raw: string, pattern: RegExp) => pattern.exec(raw)?.[1] ?? '';

describe('a contact message', () => {
  const body = { name: 'Grace', email: 'grace@example.org', message: 'Where is my bookmark?' };

  test('is mailed to the operator, with the sender as Reply-To', async () => {
    await server.visitor.call('POST /contact', { body });
    const { to, raw } = await post.next();
    assert.deepEqual(to, ['operator@example.org']);
    assert.match(raw, /^Reply-To:.*grace@example\.org/m);
    assert.match(raw, /^From: Lectern <books@example\.org>/m);
    assert.match(raw, /Where is my bookmark\?/);
  });

  test('is stored when the mail server refuses it, and sent by the next housekeeping', async () => {
    post.refusing = true;
    await server.visitor.call('POST /contact', { body: { ...body, message: 'Is anybody there?' } });
    // Sent by the request or this call: the mail server refuses both.
    await sendContact(server.services).catch(() => undefined);
    const { items } = await ada.call('GET /admin/reports', {});
    assert.equal(items[0]?.body.message, 'Is anybody there?');
    post.refusing = false;
    let there = false;
    const arriving = post.next().then((letter) => {
      there = true;
      return letter;
    });
    while (!there) {
      await sendContact(server.services).catch(() => undefined);
      await setImmediate();
    }
    assert.match((await arriving).raw, /Is anybody there\?/);
  });

  test('cannot inject headers or recipients', async () => {
    await server.visitor.fails(422, 'POST /contact', {
      body: { ...body, email: 'a@example.org\r\nBcc: victim@example.org' },
    });
    await server.visitor.call('POST /contact', {
      body: { ...body, name: 'Eve\r\nBcc: victim@example.org', email: 'eve@example.org,victim@example.org' },
    });
    const { to, raw } = await post.next();
    assert.deepEqual(to, ['operator@example.org']);
    assert.doesNotMatch(raw.split('\r\n\r\n')[0] ?? '', /^Bcc/m);
  });
});

describe('a password reset', () => {
  test('uses a link sent by mail, which works once', async () => {
    const { message } = await server.visitor.call('POST /auth/reset-password', {
      body: { email: 'ADA@example.org' },
    });
    assert.match(message, /is on its way/);
    const { to, raw } = await post.next();
    assert.deepEqual(to, ['ada@example.org']);
    // An out-of-office assistant does not reply to it (RFC 3834).
    assert.match(raw, /^Auto-Submitted: auto-generated$/m);
    const token = linkIn(raw, /https:\/\/books\.example\.org\/login#reset=([\w-]+)/);
    const confirm = { body: { token, password: 'a new password' } };
    await server.visitor.call('POST /auth/reset-password/confirm', confirm);
    await server.visitor.fails(400, 'POST /auth/reset-password/confirm', confirm);
    // Ada's browser, so that it is not a new device.
    ada.token = null;
    await ada.signIn({ email: 'ada@example.org', password: 'a new password' });
  });

  test('for an unknown address gives the same response, and sends no email', async () => {
    const known = await server.visitor.call('POST /auth/reset-password', {
      body: { email: 'ada@example.org' },
    });
    const unknown = await server.visitor.call('POST /auth/reset-password', {
      body: { email: 'nobody@example.org' },
    });
    assert.deepEqual(known, unknown);
    assert.deepEqual((await post.next()).to, ['ada@example.org']);
  });

  test('[X-13] is written in the requested language', async () => {
    await server.visitor.call(
      'POST /auth/reset-password',
      { body: { email: 'ada@example.org' } },
      { headers: { 'accept-language': 'de' } },
    );
    const { raw } = await post.next();
    assert.match(raw, /Jemand, hoffentlich du, hat ein neues Passwort/);
    assert.match(raw, /login#reset=/);
  });

  test('links to the library, whatever Host header was sent', async () => {
    await server.visitor.try(
      'POST /auth/reset-password',
      { body: { email: 'ada@example.org' } },
      { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' } },
    );
    const { raw } = await post.next();
    assert.match(raw, /https:\/\/books\.example\.org\/login#reset/);
    assert.doesNotMatch(raw, /evil/);
  });
});

test('an invitation is mailed to its address', async () => {
  const { url, mailed } = await ada.call('POST /admin/invitations', { body: { email: 'bea@example.org' } });
  assert.equal(mailed, true);
  const { to, raw } = await post.next();
  assert.deepEqual(to, ['bea@example.org']);
  assert.equal(linkIn(raw, /(https:\S+)/), url);
});

test('invalid settings are named without their password', () => {
  const url = 'smtp://me:secret@mail.example.org';
  assert.equal(mailSettings({}, null), null);
  const whole = { SMTP_URL: url, SMTP_FROM: 'Books <a@example.org>' };
  assert.equal(mailSettings(whole, origin)?.operator, 'a@example.org');
  const wrong = [
    [{ SMTP_URL: 'http://me:secret@x' }, origin, /SMTP_URL/],
    [{ SMTP_URL: url }, origin, /SMTP_FROM/],
    [whole, null, /LECTERN_ORIGIN/],
    [{ ...whole, LECTERN_OPERATOR_EMAIL: 'me' }, origin, /LECTERN_OPERATOR_EMAIL/],
  ] as const;
  for (const [env, at, naming] of wrong)
    assert.throws(
      () => mailSettings(env, at),
      (error: Error) => naming.test(error.message) && !error.message.includes('secret'),
    );
});
