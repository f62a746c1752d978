/**
 * Prepares a fresh checkout: installs the packages of package-lock.json and continues in the pinned Node, which is one
 * of them. Uses only Node's own modules, since it runs before anything is installed.
 */
import './nodeVersion.mjs';
import '../usage.mjs';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../paths.mjs';
import { run } from '../processes/run.mjs';

const modules = join(root, 'node_modules');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Installs the packages of package-lock.json unless they are there. In another Node than the pinned one it then runs
 * this script in that one and never returns. Call it before importing installed packages.
 */
export async function ensureInstalled() {
  if (!process.env.LECTERN_SKIP_INSTALL && !isInstalled(root) && !npmInstall(root)) process.exit(1);
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

/** @returns {boolean} whether everything is installed; if not, the reason has been printed */
function npmInstall(folder) {
  console.log('Installing the packages of package-lock.json …');
  requireWritable('Packages have to be installed', folder, join(folder, 'node_modules'));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // With --no-save the lock file is followed and left unchanged; unlike `npm ci`, only what differs is installed.
  // Development packages are needed to build, even with NODE_ENV=production.
  const flags = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(npm, ['install', ...flags], {
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

/** @param {string} path @returns {Record<string, object>} packages by their folder */
const packagesIn = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {});

/**
 * Whether the packages of package-lock.json are installed, by `npm ci` or `npm install`.
 * @param {string} folder of package-lock.json
 */
export function isInstalled(folder) {
  const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    // npm leaves out optional packages for other platforms.
    if (found === undefined) return wanted.optional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * Ends the command with a sentence if one of these folders cannot be written to; missing ones are skipped.
 * @param {string} purpose what is about to be done
 * @param {...string} folders
 */
export function requireWritable(purpose, ...folders) {
  for (const folder of folders.filter(existsSync)) {
    try {
      accessSync(folder, constants.W_OK);
    } catch (error) {
      console.error(
        `${purpose}, and ${folder} cannot be written to (${error.code}). Make it writable for this user, or run npm run build as a user who may, then start again.`,
      );
      process.exit(1);
    }
  }
}
