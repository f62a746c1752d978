import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

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

/**
 * Whether a server can listen on the port. Errors other than a taken port are left for the server to report.
 * @param {number} port 0 is always free
 * @param {string} host
 * @returns {Promise<boolean>}
 */
export function portIsFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) => resolve(code !== 'EADDRINUSE'));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
