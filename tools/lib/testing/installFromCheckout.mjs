/**
 * Replaces `npm install` in a workspace of remotes without a network: links the packages installed here, in the same
 * versions, and unpacks ours from the workspace's archives.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
/** Not linked as they are: our packages, files of this checkout only, and the commands, which are linked one by one. */
const left = new Set(['@lectern', '.bin', '.cache', '.package-lock.json']);

/** @param {string} folder with a package.json @throws if a package is not installed here in the requested version */
export function installFromCheckout(folder) {
  const here = join(root, 'node_modules');
  const there = join(folder, 'node_modules');
  const { workspaces, devDependencies } = manifestOf(folder);
  mkdirSync(join(there, '@lectern'), { recursive: true });
  mkdirSync(join(there, '.bin'));
  for (const name of readdirSync(here)) if (!left.has(name)) symlinkSync(join(here, name), join(there, name));
  for (const name of readdirSync(join(here, '.bin')))
    symlinkSync(join(here, '.bin', name), join(there, '.bin', name));
  for (const name of workspaces) symlinkSync(join(folder, name), join(there, '@lectern', name));

  const wanted = [devDependencies, ...workspaces.map((name) => manifestOf(join(folder, name)).dependencies)];
  for (const [name, version] of Object.entries(devDependencies)) {
    if (!version.startsWith('file:')) continue;
    const target = join(there, name);
    mkdirSync(target);
    const archive = join(folder, version.slice('file:'.length));
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
    if (status !== 0) throw new Error(`${archive} could not be unpacked: ${stderr}`);
    const { dependencies, bin = {} } = manifestOf(target);
    wanted.push(dependencies);
    for (const [command, file] of Object.entries(bin)) {
      spawnSync('chmod', ['+x', join(target, file)]);
      symlinkSync(join(target, file), join(there, '.bin', command));
    }
  }
  for (const [name, version] of wanted.flatMap((one) => Object.entries(one ?? {}))) {
    if (version.startsWith('file:')) continue;
    const found = existsSync(join(there, name)) ? manifestOf(join(there, name)).version : 'not installed';
    if (found !== version) throw new Error(`${name} should be ${version}, and is ${found}.`);
  }
  // The file that npm would write: the path and version of each package.
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
}
