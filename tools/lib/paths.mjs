/** Paths of the checkout. */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Of the product: served by npm start, unless a command tests it (build/forTests.mjs). */
export const dist = resolve(root, process.env.LECTERN_DIST ?? 'dist');
export const shellDist = join(dist, 'shell');
export const remotesDist = join(dist, 'remotes');

/**
 * Environment of processes that run our TypeScript: Node caches the compiled code for the next process, of which the
 * tests start hundreds. It halves the processor time of a start (docs/testing.md).
 */
export const withCompileCache = { NODE_COMPILE_CACHE: join(root, '.cache', 'node') };

/** Names of the remotes: every folder whose name begins with mf-. */
export const remoteNames = () =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('mf-'))
    .map((entry) => entry.name)
    .sort();
