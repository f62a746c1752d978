/**
 * Builds the base image without an image registry: minimal Debian, the pinned Node at the path where the image `node`
 * of Docker Hub has it, npm, and the user `node`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../paths.mjs';

export const baseImage = 'localhost/lectern-base';
const release = 'bookworm';

/**
 * @param {import('./buildah.mjs').Buildah} buildah
 * @param {string} cache folder that keeps the system, so that its packages are downloaded only once
 */
export async function makeBase(buildah, cache) {
  const system = debianWithNode(cache);
  const container = await buildah(['from', 'scratch']);
  const place = await buildah(['mount', container]);
  // Preserves owners and modes.
  command('cp', ['-a', `${system}/.`, place]);
  await buildah(['umount', container]);
  await buildah(['config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container]);
  await buildah(['commit', '--quiet', '--rm', container, baseImage]);
}

function debianWithNode(cache) {
  const node = join(root, 'node_modules', 'node', 'bin', 'node');
  const system = join(cache, `debian-${release}-node-${command(node, ['--version'])}`);
  if (existsSync(system)) return system;
  const draft = `${system}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const packages = 'ca-certificates,libstdc++6,passwd';
  // These files can be recreated, so nothing has to be synced to disk.
  const options = ['--variant=essential', '--dpkgopt=force-unsafe-io', `--include=${packages}`];
  command('mmdebstrap', [...options, release, draft]);
  command('chroot', [draft, 'useradd', '--uid', '1000', '--create-home', '--shell', '/bin/bash', 'node']);
  cpSync(node, join(draft, 'usr/local/bin/node'));
  const npm = dirname(dirname(realpathSync(command('sh', ['-c', 'command -v npm']))));
  cpSync(npm, join(draft, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(draft, 'usr/local/bin/npm'));
  renameSync(draft, system);
  return system;
}

/** @returns its output */
function command(name, args) {
  const { status, stdout, stderr, error } = spawnSync(name, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${name} ${args[0]} failed: ${error?.message ?? `${stdout}\n${stderr}`.slice(-2_000)}`);
  return stdout.trim();
}
