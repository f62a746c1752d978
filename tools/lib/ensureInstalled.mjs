/**
 * Brings a fresh checkout to where work can begin: installs what package-lock.json names, and goes on in the Node
 * that comes with it. Uses nothing but Node's own modules, since it runs before anything is installed.
 */
import './nodeVersion.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { missingPackages, thisMachine } from './nativePackages.mjs';
import { root } from './paths.mjs';
import { run } from './run.mjs';

const modules = join(root, 'node_modules');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Installs if package-lock.json has changed since the last time. In another Node than the pinned one it then runs
 * this same script in that, and never returns. Call it before importing anything that is installed.
 */
export async function ensureInstalled() {
  if (!process.env.LECTERN_SKIP_INSTALL && !installPackages(root)) process.exit(1);
  if (!existsSync(pinnedNode) || process.version === pinnedVersion()) return;
  const path = [join(modules, 'node', 'bin'), join(modules, '.bin'), process.env.PATH]
    .filter(Boolean)
    .join(delimiter);
  process.exit(
    await run(pinnedNode, process.argv.slice(1), { cwd: process.cwd(), env: { ...process.env, PATH: path } }),
  );
}

const pinnedVersion = () =>
  `v${JSON.parse(readFileSync(join(modules, 'node', 'package.json'), 'utf8')).version}`;

/**
 * Installs what package-lock.json names where it has changed since the last time, and the packages of this platform
 * that it does not name.
 * @public nativePackages.test.mjs has it in a process of its own
 * @param {string} folder of package.json
 * @returns {boolean} whether all is there; if not, why has been printed
 */
export function installPackages(folder) {
  const installed = join(folder, 'node_modules');
  const stamp = join(installed, '.lectern-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    console.log('Installing the packages that package-lock.json names …');
    if (!npmInstall(folder, [])) return false;
    writeFileSync(stamp, wanted);
  }
  return installNativePackages(folder, installed);
}

/** Packages of a platform may want others of it, so it is looked again. */
function installNativePackages(folder, installed) {
  const machine = thisMachine();
  // All of them each time: npm removes what an earlier `--no-save` has brought.
  const all = new Set();
  for (;;) {
    const missing = missingPackages(installed, machine);
    if (missing.length === 0) return true;
    if (missing.every((name) => all.has(name))) {
      console.error(
        `These packages for ${machine.platform}-${machine.arch} could not be installed: ${missing.join(', ')}. Lectern may not run on this platform.`,
      );
      return false;
    }
    for (const name of missing) all.add(name);
    console.log(`Installing ${missing.length} packages for ${machine.platform}-${machine.arch} …`);
    if (!npmInstall(folder, [...all])) return false;
  }
}

/** @returns {boolean} */
function npmInstall(folder, packages) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Not `npm ci`: it refuses a lock file that lacks packages for other platforms, as one that was made on a mirror
  // without them does. With --no-save the lock file decides, and is left as it is. Development packages are what the
  // product is built with, also where NODE_ENV=production would leave them out.
  const flags = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(npm, ['install', ...flags, ...packages], {
    cwd: folder,
    stdio: 'inherit',
    // npm passes its own settings down as npm_config_*; --workspace and the like must not reach this install.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([key]) => !/^npm_config_(workspace|if_present|omit)/.test(key)),
    ),
    // npm.cmd is a script of the shell.
    shell: process.platform === 'win32',
  });
  if (result.status === 0) return true;
  const reason = result.error ? `npm cannot be run: ${result.error.message}` : 'See what npm printed above';
  console.error(`The packages could not be installed. ${reason}. Is there a network? Then start again.`);
  return false;
}
