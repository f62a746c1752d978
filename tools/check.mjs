/** npm run check: lint, types, boundaries, licences; what can be said without running the product. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { root } from './lib/paths.mjs';
import { run, step } from './lib/run.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);

/** @returns {Promise<number>} 0 when all of it passes; all of it is always run, so that one sees everything at once */
export async function check() {
  const codes = [
    await step('Lint and format', () => run(bin('biome'), ['ci', '--colors=off', '.'])),
    await step('Types', () => run(bin('tsc'), ['-p', '.'])),
    await step('Promises', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings'])),
    await step('Boundaries', () => run(process.execPath, ['tools/boundaries.mjs'])),
    await step('Licences of what ships', () => run(process.execPath, ['tools/licences.mjs'])),
    await step('The contract of the remotes', async () => (await import('./contract.mjs')).contract()),
    await step('Translations', () => run(process.execPath, ['tools/translations.mjs'])),
    await step('Remotes ask the Host', () => run(process.execPath, ['tools/host-only.mjs'])),
  ];
  return codes.some((code) => code !== 0) ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  process.exit(await check());
}
