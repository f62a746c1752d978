/** buildah as a function, with its own storage: images of the machine are neither used nor changed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../paths.mjs';
import { run } from '../../processes/run.mjs';

const has = (program, version = '--version') =>
  spawnSync(program, [version], { stdio: 'ignore' }).error === undefined;

/** @returns {string[]} one sentence for each requirement that this machine does not meet */
export function missingForContainers() {
  if (process.platform !== 'linux') return ['It is built on Linux only.'];
  return [
    process.getuid?.() === 0
      ? ''
      : 'This takes root: mmdebstrap makes files of root, and chroot isolation needs it.',
    has('buildah') ? '' : 'buildah is missing: apt-get install buildah.',
    has('mmdebstrap') ? '' : 'mmdebstrap is missing: apt-get install mmdebstrap.',
    has('ip', '-V') ? '' : 'ip is missing: apt-get install iproute2.',
    has('unshare') ? '' : 'unshare is missing: apt-get install util-linux.',
  ].filter(Boolean);
}

/**
 * @typedef {(args: string[], options?: { show?: boolean }) => Promise<string>} Buildah resolves with the output, which
 *   `show` also prints as it arrives; rejects with the output if the command fails
 */

/**
 * @param {string} storage folder of its images and containers
 * @returns {Buildah}
 */
export function createBuildah(storage) {
  return async (args, { show = false } = {}) => {
    let output = '';
    const code = await run('buildah', [...storageArguments(storage), ...args], {
      cwd: root,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      onStart: (child) => {
        child.stdout?.on('data', (chunk) => (output += chunk));
        child.stderr?.on('data', (chunk) => (output += chunk));
      },
    });
    if (code !== 0) throw new Error(`buildah ${args[0]} exited with ${code}.\n${output}`);
    return output.trim();
  };
}

/** The storage configuration of buildah; `vfs` needs no kernel support, and copies files. */
export const storageArguments = (storage) => [
  '--root',
  join(storage, 'images'),
  '--runroot',
  join(storage, 'run'),
  '--storage-driver',
  process.env.LECTERN_STORAGE_DRIVER ?? 'overlay',
];
