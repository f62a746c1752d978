/** Builds the image of the Containerfile on our own base image. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseImage } from './baseImage.mjs';

export const image = 'localhost/lectern';

const openFiles = 16_384;

/**
 * @param {import('./buildah.mjs').Buildah} buildah
 * @param {string} cache folder for npm's settings while it builds
 */
export async function buildImage(buildah, cache) {
  await buildah(
    [
      'bud',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--layers=false',
      // npm opens the files of many packages at once.
      '--ulimit',
      `nofile=${openFiles}:${openFiles}`,
      '--pull-never',
      '--build-arg',
      `NODE_IMAGE=${baseImage}`,
      ...npmVolumes(cache),
      '--tag',
      image,
      '--file',
      'Containerfile',
      '.',
    ],
    { show: true },
  );
}

/** Gives npm in the container the registry, certificates and cache of npm on this machine. */
function npmVolumes(cache) {
  const setting = (name) =>
    spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' })
      .stdout.trim()
      .replace(/^null$/, '');
  const authorities = process.env.NODE_EXTRA_CA_CERTS || setting('cafile');
  const settings = join(cache, 'npmrc');
  const lines = [
    `registry=${setting('registry')}`,
    'cache=/npm-cache',
    'prefer-offline=true',
    'maxsockets=8',
  ];
  if (authorities) lines.push('cafile=/npm-authorities.crt');
  writeFileSync(settings, `${lines.join('\n')}\n`);
  return [
    `${setting('cache')}:/npm-cache`,
    `${settings}:/root/.npmrc:ro`,
    ...(authorities ? [`${authorities}:/npm-authorities.crt:ro`] : []),
  ].flatMap((volume) => ['--volume', volume]);
}
