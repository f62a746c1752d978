import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { adaAndEve } from './support/auth/adaAndEve.ts';
import { operations } from './support/openapi.ts';

const readers = adaAndEve();
const { everything } = readers;

describe('a user who is not an administrator', () => {
  test('[LG-09] [AZ-01] is refused on every administrator route, whatever the id', async () => {
    const walked = (await operations(readers.server.visitor)).filter(({ path }) =>
      path.startsWith('/v1/admin/'),
    );
    assert.ok(walked.length >= 10);
    const before = await everything();
    for (const { method, path } of walked) {
      for (const id of [readers.ada.user?.id ?? '', readers.eve.user?.id ?? '', randomUUID()]) {
        const response = await readers.eve.fetch(path.replace('{id}', id), {
          method,
          ...(['POST', 'PUT', 'PATCH'].includes(method)
            ? { body: '{}', headers: { 'content-type': 'application/json' } }
            : {}),
        });
        assert.equal(response.status, 403, `${method} ${path}`);
      }
    }
    assert.equal(await everything(), before);
  });
});

describe('a visitor', () => {
  /** Routes that a visitor may call; all others are 401. */
  const open = new Set([
    'GET /v1/health',
    'GET /opds/v1.2/search.xml',
    'GET /v1/ready',
    'POST /v1/reports',
    'POST /v1/vitals',
    'POST /v1/remote-loads',
    'POST /v1/contact',
    'GET /v1/auth/methods',
    'GET /v1/parts/keys',
    'GET /v1/auth/oidc/start',
    'POST /v1/auth/oidc/start',
    'GET /v1/auth/oidc/callback',
    'POST /v1/auth/register',
    'POST /v1/auth/login',
    'POST /v1/auth/sign-in/passkey/options',
    'POST /v1/auth/sign-in/passkey',
    'POST /v1/auth/sign-in/code',
    'POST /v1/auth/logout',
    'POST /v1/auth/refresh',
    'POST /v1/auth/reset-password',
    'POST /v1/auth/reset-password/confirm',
    'POST /kosync/users/create',
    'GET /opds/authentication',
  ]);

  test('[AZ-02] gets 401 on every route of the OpenAPI document, except for an explicit list', async () => {
    const all = await operations(readers.server.visitor);
    const called = new Set(all.map(({ method, path }) => `${method} ${path}`));
    for (const call of open) assert.ok(called.has(call), `${call} is no route any more`);
    for (const { method, path } of all) {
      if (open.has(`${method} ${path}`)) continue;
      const filled = path
        .replace('{grant}', 'forged')
        .replaceAll('{bookId}', readers.its.book)
        .replace('{id}', idFor(path))
        .replaceAll(/\{[^}]+\}/g, '1');
      for (const token of [null, 'x', 'a.b.c']) {
        const response = await readers.server.visitor.fetch(filled, {
          method,
          headers: {
            'tus-resumable': '1.0.0',
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...(['POST', 'PUT', 'PATCH'].includes(method) ? { 'content-type': 'application/json' } : {}),
          },
          ...(['POST', 'PUT', 'PATCH'].includes(method) ? { body: '{}' } : {}),
        });
        // An unknown signed URL is refused like a missing resource.
        const refused = path.includes('{grant}') ? [401, 403, 404] : [401];
        assert.ok(refused.includes(response.status), `${method} ${filled}: ${response.status}`);
      }
    }
  });

  test('gets the same 401 whether or not the resource exists', async () => {
    const bodies = await Promise.all(
      [readers.its.book, randomUUID(), 'no-id'].map(async (id) =>
        (await readers.server.visitor.fetch(`/v1/books/${id}`)).text(),
      ),
    );
    assert.equal(new Set(bodies).size, 1);
  });

  function idFor(path: string): string {
    const [, , family = ''] = path.split('/');
    const known: Record<string, string> = {
      highlights: readers.its.highlight,
      notes: readers.its.note,
      uploads: readers.its.upload,
    };
    return known[family] ?? readers.its.book;
  }
});
