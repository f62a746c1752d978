/**
 * npm start: installs what is missing, builds what has changed, and serves the
 * product. A server that crashes is started again.
 */
import { ensureInstalled } from './lib/ensureInstalled.mjs';

await ensureInstalled();
const { supervise } = await import('../server/supervise.mjs');
const { whenParentEnds } = await import('./lib/parent.mjs');
const { buildIsCurrent, markBuilt } = await import('./lib/stale.mjs');

if (!buildIsCurrent()) {
  console.log('Building the shell and the remotes …');
  const { build } = await import('./build.mjs');
  await build();
  markBuilt();
}
const server = supervise();
process.on('SIGTERM', () => server.stop('SIGTERM'));
// A terminal sends SIGINT to the server as well.
process.on('SIGINT', () => server.stop('SIGINT'));
whenParentEnds(() => server.stop());
process.exit(await server.ended);
