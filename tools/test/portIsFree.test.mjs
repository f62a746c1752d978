import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort, portIsFree } from '../lib/processes/freePort.mjs';

test('[F-29] a taken port is reported before anything is built', async () => {
  // Not an ephemeral port, which a connection of another test could take after it is released.
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  assert.equal(await portIsFree(port, '127.0.0.1'), false);
  other.close();
  await once(other, 'close');
  assert.equal(await portIsFree(port, '127.0.0.1'), true);
});
