/**
 * What `npm install` does in a folder of remotes, with no network: its packages are those that are installed here, in
 * the same versions, and ours are unpacked from where the folder has them.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
/** Ours, what belongs to this checkout alone, and the commands, which are linked one by one. */
const left = new Set(['@lectern', '.bin', '.cache', '.lectern-installed', '.package-lock.json']);

/** @param {string} folder with a package.json @throws when a package is not here in the version that is asked for */
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
  // What npm would write: which package is where, in which version.
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
}
