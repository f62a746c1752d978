/** Has anything that goes into the build changed since it was made? By a digest of paths, sizes and times of change. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist, remoteNames, root } from './paths.mjs';

const stamp = join(dist, '.built-from');

function digestOfSources() {
  const hash = createHash('sha256');
  const sources = [
    'package-lock.json',
    'tools/rspack',
    'tools/lib',
    'shared-contracts/src',
    'shared-ui/src',
    'shell',
    ...remoteNames(),
  ];
  const walk = (path) => {
    const stats = statSync(path);
    if (!stats.isDirectory()) return hash.update(`${path}:${stats.size}:${stats.mtimeMs};`);
    for (const name of readdirSync(path).sort()) {
      if (name !== 'node_modules' && name !== 'dist' && !name.includes('.test.')) walk(join(path, name));
    }
  };
  for (const source of sources) walk(join(root, source));
  return hash.digest('hex');
}

export const buildIsCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOfSources();
export const markBuilt = () => writeFileSync(stamp, digestOfSources());
