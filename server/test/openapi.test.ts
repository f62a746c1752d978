import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import type { RouteDefinition } from '@lectern/shared-contracts/api/route.ts';
import { type RouteKey, routes } from '@lectern/shared-contracts/api/routes.ts';
import { openApiDocument, operations } from './support/openapi.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const inDocument = (path: string) => `/v1${path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{*}')}`;

test('[SV-01] every route of the contract is in the OpenAPI document and on the server, with its schemas', async () => {
  const { openapi, paths } = await openApiDocument(server.visitor);
  assert.match(openapi, /^3\.1/);
  for (const key of Object.keys(routes) as RouteKey[]) {
    const [method = '', path = ''] = key.split(' ');
    const definition: RouteDefinition = routes[key];
    const operation = paths[inDocument(path)]?.[method.toLowerCase()];
    assert.ok(operation, key);
    assert.equal(operation.summary, definition.summary);
    assert.ok(operation.responses?.[String(definition.status ?? 200)], key);
    assert.ok(operation.responses?.['4XX'], key);
    assert.equal(operation.requestBody !== undefined, definition.body !== undefined, key);
  }
});

test('[SV-01] every route of the specification exists, as written', async () => {
  const specification = `
    POST /auth/register, POST /auth/login, POST /auth/logout, POST /auth/refresh, GET /auth/profile, PUT /auth/profile,
    POST /auth/change-password, POST /auth/reset-password, DELETE /auth/delete-account,
    GET /books, GET /books/{id}, PATCH /books/{id}, PUT /books/{id}/progress, POST /books/{id}/highlights,
    DELETE /highlights/{id}, PUT /books/{id}/bookmark, POST /covers-enhanced/ensure,
    POST /notes/book/{bookId}, PUT /notes/{id}, DELETE /notes/{id}, GET /notes, GET /notes/{bookId}, POST /notes,
    GET /reading/sessions, POST /reading/session, POST /api/reading/sessions/start, POST /api/reading/sessions/{id}/end,
    GET /api/gamification/stats, GET /api/gamification/achievements, GET /api/gamification/goals,
    POST /api/gamification/actions, POST /api/gamification/goals, PUT /api/gamification/goals/{id}, GET /health`;
  const there = new Set((await operations(server.visitor)).map(({ method, path }) => `${method} ${path}`));
  for (const call of specification.split(',')) {
    const [method, path] = call.trim().split(' ');
    assert.ok(there.has(`${method} /v1${path}`), call);
  }
});

test('routes beside the contract are in the document too: uploads and book content', async () => {
  const there = (await operations(server.visitor)).map(({ method, path }) => `${method} ${path}`);
  for (const call of ['POST /v1/books', 'POST /v1/uploads/files', 'PATCH /v1/uploads/files/{id}']) {
    assert.ok(there.includes(call), call);
  }
  assert.ok(
    there.some((call) => call.startsWith('GET /v1/books/{id}/content/')),
    there.join('\n'),
  );
});

test('[O-18] the OpenAPI document is serialized once', async () => {
  const stringify = mock.method(JSON, 'stringify');
  const large = () => stringify.mock.calls.filter(({ result }) => (result?.length ?? 0) > 100_000).length;
  for (let request = 0; request < 3; request += 1) await openApiDocument(server.visitor);
  stringify.mock.restore();
  assert.ok(large() <= 1, `${large()} times`);
});
