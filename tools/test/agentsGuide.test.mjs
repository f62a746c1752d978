import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { agentsGuide, shapeOf } from '../kit/agentsGuide.mjs';
import { remoteNames, root } from '../lib/paths.mjs';

const guide = agentsGuide();

test('AGENTS.md names each point that can be filled', () => {
  const offered = remoteNames().flatMap((name) => {
    const { points = [] } = JSON.parse(readFileSync(join(root, name, 'remote.json'), 'utf8'));
    return points.map((point) => `${name}/${point.name}`);
  });
  assert.ok(offered.length > 5);
  for (const point of [...offered, 'shell/dashboard']) assert.ok(guide.includes(`'${point}':`), point);
});

test('AGENTS.md says what a remote.json may have, what the Host offers, and what is refused', () => {
  assert.match(guide, /^fills\?: \{ point: string; version\?: number; .*reads\?: \{ key: string;.*\}\[\]$/m);
  assert.match(guide, /^HostSync\.enqueue</m);
  assert.match(guide, /^- fetch: use host\.api or host\.data$/m);
});

test('a JSON Schema is written as a type', () => {
  const words = { type: 'array', items: { anyOf: [{ const: 'a' }, { type: 'integer' }] } };
  const schema = {
    type: 'object',
    required: ['words'],
    properties: { words, more: { type: 'object', patternProperties: { '^.*$': { type: 'string' } } } },
  };
  assert.equal(shapeOf(schema), '{ words: ("a" | number)[]; more?: Record<string, string> }');
});
