import { randomInt } from 'node:crypto';
import { portIsFree } from './portIsFree.mjs';

/**
 * Below the ports that systems give to outgoing connections (32768 or 49152 and up): what listens there can be ended
 * and started again without a connection having taken its port meanwhile.
 */
const range = [20_000, 32_000];

/** @returns {Promise<number>} a port of 127.0.0.1 that nobody listens on */
export async function freePort() {
  for (;;) {
    const port = randomInt(...range);
    if (await portIsFree(port, '127.0.0.1')) return port;
  }
}
