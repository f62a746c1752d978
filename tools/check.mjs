/** npm run check: lint, types, boundaries, licences; what can be said without running the product. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { remoteNames, root } from './lib/paths.mjs';
import { ready } from './lib/ready.mjs';
import { run, step } from './lib/run.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);

/** @returns {Promise<number>} 0 when all of it passes; all of it is always run, so that one sees everything at once */
export async function check() {
  const folders = ['shared-contracts', 'shared-ui', 'shell', ...remoteNames(), 'server', 'e2e', 'bench'];
  const codes = [
    await step('Lint and format', () => run(bin('biome'), ['ci', '.'])),
    await step('Types', () => run(bin('tsc'), ['-p', '.'])),
    await step('Boundaries', () =>
      run(bin('depcruise'), ['--config', '.dependency-cruiser.mjs', ...folders]),
    ),
    await step('Licences of what ships', () => run(process.execPath, ['tools/licences.mjs'])),
    await step('Remotes ask the Host', () => run(process.execPath, ['tools/host-only.mjs'])),
  ];
  return codes.some((code) => code !== 0) ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ready();
  process.exit(await check());
}
