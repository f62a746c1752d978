/** Where things lie, from the root of the checkout. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const dist = join(root, 'dist');
export const shellDist = join(dist, 'shell');
export const remotesDist = join(dist, 'remotes');

/**
 * Environment of processes that run our TypeScript: what Node makes of it is kept for the next one, of which the tests
 * start hundreds. It takes half the processor time of a start (docs/testing.md).
 */
export const withCompileCache = { NODE_COMPILE_CACHE: join(root, '.cache', 'node') };

/** Names of the remotes: every folder that begins with mf-. */
export const remoteNames = () =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('mf-'))
    .map((entry) => entry.name)
    .sort();
