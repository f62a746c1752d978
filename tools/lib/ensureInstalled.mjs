/**
 * Brings a fresh checkout to where work can begin: installs what package-lock.json names, and goes on in the Node
 * that comes with it. Uses nothing but Node's own modules, since it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';

const modules = join(root, 'node_modules');
const stamp = join(modules, '.lectern-installed');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Installs if package-lock.json has changed since the last time. In another Node than the pinned one it then runs
 * this same script in that, and never returns. Call it before importing anything that is installed.
 */
export async function ensureInstalled() {
  if (!process.env.LECTERN_SKIP_INSTALL) install();
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

function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === wanted) return;
  console.log('Installing the packages that package-lock.json names …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Not `npm ci`: it refuses a lock file that lacks packages for other platforms, as one that was made on a mirror
  // without them does. With --no-save the lock file decides, and is left as it is.
  const result = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    // npm passes its own settings down as npm_config_*; --workspace and the like must not reach this install.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([key]) => !/^npm_config_(workspace|if_present)/.test(key)),
    ),
  });
  if (result.status !== 0) {
    console.error('npm could not install the packages. See what it printed above.');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}
