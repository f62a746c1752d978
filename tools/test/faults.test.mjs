import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { faults } from '../mutants/faults.mjs';

test('each known fault applies to the current code, and its test exists', () => {
  const stale = faults.filter(({ file, find, test: noticedBy }) => {
    const source = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
    return source.split(find).length !== 2 || !existsSync(join(root, noticedBy));
  });
  assert.deepEqual(
    stale.map(({ id, file }) => `${id}: ${file}`),
    [],
  );
});
