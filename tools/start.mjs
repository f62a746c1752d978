/** npm start: installs what is missing, builds what has changed, and serves the product. */
import { ready } from './lib/ready.mjs';

await ready();
const { run } = await import('./lib/run.mjs');
const { buildIsCurrent, markBuilt } = await import('./lib/stale.mjs');

if (!buildIsCurrent()) {
  console.log('Building the shell and the remotes …');
  const { build } = await import('./build.mjs');
  await build();
  markBuilt();
}
process.exit(await run(process.execPath, ['server/main.mjs']));
