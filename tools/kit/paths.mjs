/** Paths outside Lectern's repository: replaces tools/lib/paths.mjs in the packed tools. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The workspace of the remotes: the nearest parent folder whose package.json has workspaces. */
function placeAbove(folder) {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).workspaces) return folder;
  if (dirname(folder) === folder)
    throw new Error(
      'There is no folder of remotes here: `npx https://…/remote-kit.tgz new mf-name` makes one.',
    );
  return placeAbove(dirname(folder));
}

export const root = placeAbove(process.cwd());
export const dist = join(root, '.cache', 'dist');
export const shellDist = join(dist, 'shell');
export const remotesDist = join(dist, 'remotes');
export const withCompileCache = {};

/** Names of the remotes: every folder whose name begins with mf-. */
export const remoteNames = () =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('mf-'))
    .map((entry) => entry.name)
    .sort();
