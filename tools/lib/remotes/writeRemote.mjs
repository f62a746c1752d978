import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @param {string} name of the remote
 * @param {string} root parent of its folder
 * @param {Record<string, string>} files text by path relative to its folder
 * @returns {string[]} paths of the written files, relative to `root`; throws if the name is invalid or taken
 */
export function writeRemote(name, root, files) {
  if (!/^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) {
    throw new Error(`The name of a remote is mf- and a lowercase word, not '${name ?? ''}'.`);
  }
  if (existsSync(join(root, name))) throw new Error(`${name} already exists.`);
  return Object.entries(files).map(([path, text]) => {
    const file = join(root, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return join(name, path);
  });
}
