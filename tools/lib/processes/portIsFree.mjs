import { createServer } from 'node:net';

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
