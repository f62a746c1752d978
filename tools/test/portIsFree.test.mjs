import { once } from 'node:events';
import { createServer } from 'node:net';
import { portIsFree } from '../lib/portIsFree.mjs';

test('[F-29] a port that is taken is known before anything is built', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address();
  expect(await portIsFree(port, '127.0.0.1')).toBe(false);
  other.close();
  await once(other, 'close');
  expect(await portIsFree(port, '127.0.0.1')).toBe(true);
});
