/** @jest-environment node */
import { buildRequest } from './buildRequest.ts';

describe('buildRequest', () => {
  it.each([
    ['GET /books', {}, 'GET', '/books', undefined],
    [
      'GET /books',
      { query: { limit: 200, offset: 0, genre: undefined } },
      'GET',
      '/books?limit=200&offset=0',
      undefined,
    ],
    ['GET /books/:id', { params: { id: 'a/b?c' } }, 'GET', '/books/a%2Fb%3Fc', undefined],
    ['PUT /notes/:id', { params: { id: 'n' }, body: { content: 'é' } }, 'PUT', '/notes/n', '{"content":"é"}'],
    [
      'POST /api/reading/sessions/:id/end',
      { params: { id: 's' }, body: {} },
      'POST',
      '/api/reading/sessions/s/end',
      '{}',
    ],
    [
      'GET /parts/:part/backend/*',
      { params: { part: 'mf-a', '*': 'loans/a b?' }, query: { q: '1' } },
      'GET',
      '/parts/mf-a/backend/loans/a%20b%3F?q=1',
      undefined,
    ],
    ['GET /search', { query: { q: 'a & b' } }, 'GET', '/search?q=a+%26+b', undefined],
  ] as const)('%s %j', (key, request, method, path, body) => {
    expect(buildRequest(key, request)).toEqual({ method, path, body });
  });

  it.each(['', '../a', 'a/../b', 'a//b'])('refuses %j as a path of a backend', (path) => {
    const request = { params: { part: 'mf-a', '*': path } };
    expect(() => buildRequest('GET /parts/:part/backend/*', request)).toThrow('needs *.');
  });

  it.each(['', '.', '..', undefined, null])('refuses %j as a path parameter', (id) => {
    expect(() => buildRequest('GET /books/:id', { params: { id } })).toThrow('GET /books/:id needs id.');
  });
});
