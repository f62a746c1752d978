import { randomInt } from 'node:crypto';
import { portIsFree } from './portIsFree.mjs';

/**
 * Below the ephemeral ports (32768 or 49152 and up), so that a server can be restarted without its port being taken by
 * an outgoing connection in the meantime.
 */
const range = [20_000, 32_000];

/** @returns {Promise<number>} a free port of 127.0.0.1 */
export async function freePort() {
  for (;;) {
    const port = randomInt(...range);
    if (await portIsFree(port, '127.0.0.1')) return port;
  }
}
