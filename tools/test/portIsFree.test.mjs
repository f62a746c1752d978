import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { portIsFree } from '../lib/portIsFree.mjs';

test('[F-29] a port that is taken is known before anything is built', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address();
  assert.equal(await portIsFree(port, '127.0.0.1'), false);
  other.close();
  await once(other, 'close');
  assert.equal(await portIsFree(port, '127.0.0.1'), true);
});
