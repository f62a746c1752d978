/**
 * npm start: installs missing packages, builds what has changed, and serves the product.
 * A server that crashes is restarted.
 */
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { portIsFree } from './lib/processes/freePort.mjs';

const { HOST: host = '127.0.0.1', PORT: port = '8080' } = process.env;
if (!(await portIsFree(Number(port), host))) {
  console.error(`Port ${port} of ${host} is taken by another program. Choose another: PORT=8090 npm start`);
  process.exit(1);
}
await ensureInstalled();
const { supervise } = await import('../server/supervise.mjs');
const { whenParentEnds } = await import('./lib/processes/run.mjs');
const { buildStale } = await import('./lib/build/stale.mjs');

try {
  await buildStale(() => console.log('Building what has changed …'));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const server = supervise();
process.on('SIGTERM', () => server.stop('SIGTERM'));
// A terminal sends SIGINT to the server as well.
process.on('SIGINT', () => server.stop('SIGINT'));
whenParentEnds(() => server.stop());
process.exit(await server.ended);
