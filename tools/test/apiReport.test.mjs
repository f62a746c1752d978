import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apiLines, classifyApiChange } from '../lib/release/apiReport.mjs';

const text = { type: 'string' };
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const nullable = (schema) => ({ anyOf: [schema, { type: 'null' }] });
const routes = (change = {}) => ({
  'POST /notes': {
    access: 'user',
    status: 201,
    body: object({ content: text, title: text }, ['content']),
    response: object({
      id: text,
      tags: { type: 'array', items: text },
      twin: nullable(object({ id: text })),
    }),
    ...change,
  },
});
const classified = (change) => classifyApiChange(apiLines(routes()), apiLines(routes(change)));

describe('a change of the API', () => {
  it('is read from lines that name each field', () => {
    assert.deepEqual(apiLines(routes()), [
      'POST /notes < body.content: string',
      'POST /notes < body.title?: string',
      'POST /notes > answer.id: string',
      'POST /notes > answer.tags[]: string',
      'POST /notes > answer.twin.id: string',
      'POST /notes > answer.twin: fields|null',
      'POST /notes: user, 201',
    ]);
  });

  const answer = (more) => ({
    response: object({ ...routes()['POST /notes'].response.properties, ...more }),
  });
  for (const [what, change, expected, says] of [
    ['nothing', {}, 'patch', undefined],
    ['an answer with more', answer({ at: text }), 'minor', /new: POST \/notes > answer\.at/],
    ['an answer with less', { response: object({ id: text }) }, 'major', /gone: .*answer\.tags/],
    [
      'an answer that may be null',
      answer({ id: nullable(text) }),
      'major',
      /was .*id: string, is .*null\|string/,
    ],
    [
      'a body that may say more',
      { body: object({ content: text, title: text, at: text }, ['content']) },
      'minor',
      /at\?/,
    ],
    ['a body that must say more', { body: object({ content: text, title: text }) }, 'major', /was .*title\?/],
    ['a body that may say less', { body: object({ title: text, content: text }, []) }, 'minor', /content\?/],
    [
      'a body that may say null',
      { body: object({ content: nullable(text), title: text }, ['content']) },
      'minor',
      /null/,
    ],
    ['another access', { access: 'admin' }, 'major', /was POST \/notes: user, 201/],
  ]) {
    it(`with ${what} is ${expected}`, () => {
      const { change: found, reasons } = classified(change);
      assert.equal(found, expected);
      if (says) assert.match(reasons.join('\n'), says);
    });
  }

  it('is major when a route is removed, and minor when one is added', () => {
    const lines = apiLines(routes());
    assert.equal(classifyApiChange(lines, []).change, 'major');
    assert.equal(classifyApiChange([], lines).change, 'minor');
  });
});
