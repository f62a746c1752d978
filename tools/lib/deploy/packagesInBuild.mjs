import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** Maps 'node_modules/a/node_modules/@b/c/lib/x.js' to its package 'node_modules/a/node_modules/@b/c'. */
const packagePath = (source) =>
  /(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/.exec(source)?.[0].replace(/\/$/, '');

/**
 * The packages whose code is in a build, found through its source maps.
 * @param {string} build folder
 * @param {readonly string[]} files below it, as relative paths
 * @returns {string[]} sorted, such as 'marked@16.1.0'
 */
export function packagesInBuild(build, files) {
  const sources = files
    .filter((path) => path.endsWith('.map'))
    .flatMap((path) => JSON.parse(readFileSync(join(build, path), 'utf8')).sources ?? []);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const paths = new Set(sources.map(packagePath).filter(Boolean));
  return [...paths]
    .map((path) => `${path.split('node_modules/').at(-1)}@${packages[path]?.version ?? 'unknown'}`)
    .sort();
}
