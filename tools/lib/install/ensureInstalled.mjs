/**
 * Prepares a fresh checkout: installs the packages of package-lock.json and continues in the pinned Node, which is one
 * of them. Uses only Node's own modules, since it runs before anything is installed.
 */
import './nodeVersion.mjs';
import '../usage.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../paths.mjs';
import { run } from '../processes/run.mjs';
import { missingPackages, thisMachine } from './nativePackages.mjs';
import { requireWritable } from './writable.mjs';

const modules = join(root, 'node_modules');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Installs if package-lock.json has changed since the last time. In another Node than the pinned one it then runs this
 * script in that one and never returns. Call it before importing installed packages.
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
 * Installs the packages of package-lock.json if it has changed since the last time, and packages of this platform that
 * it lacks.
 * @public nativePackages.test.mjs runs it in a child process
 * @param {string} folder of package.json
 * @returns {boolean} whether everything is installed; if not, the reason has been printed
 */
export function installPackages(folder) {
  const installed = join(folder, 'node_modules');
  const stamp = join(installed, '.lectern-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    console.log('Installing the packages of package-lock.json …');
    if (!npmInstall(folder, [])) return false;
    writeFileSync(stamp, wanted);
  }
  return installNativePackages(folder, installed);
}

/** Native packages may need others, so the check is repeated. */
function installNativePackages(folder, installed) {
  const machine = thisMachine();
  // Always all of them: npm removes packages of an earlier `--no-save`.
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
  requireWritable('Packages have to be installed', folder, join(folder, 'node_modules'));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Not `npm ci`: it rejects a lock file without the packages of other platforms, such as one that was made on a mirror
  // without them. With --no-save the lock file is followed and left unchanged. Development packages are needed to
  // build, even with NODE_ENV=production.
  const flags = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(npm, ['install', ...flags, ...packages], {
    cwd: folder,
    stdio: 'inherit',
    // npm passes its settings on as npm_config_*; --workspace and the like must not affect this install.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([key]) => !/^npm_config_(workspace|if_present|omit)/.test(key)),
    ),
    // npm.cmd is a shell script.
    shell: process.platform === 'win32',
  });
  if (result.status === 0) return true;
  const reason = result.error ? `npm cannot be run: ${result.error.message}` : 'See what npm printed above';
  console.error(`The packages could not be installed. ${reason}. Check the network and start again.`);
  return false;
}
