/**
 * npm run container-test: builds the image of the Containerfile and runs it, with buildah. No image is downloaded: the
 * base image is made from Debian packages (mmdebstrap) and the pinned Node. Requires Linux and root; takes minutes.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../lib/install/ensureInstalled.mjs';
import { root } from '../lib/paths.mjs';
import { step } from '../lib/processes/run.mjs';

await ensureInstalled();
const { missingForContainers, createBuildah } = await import('../lib/testing/container/buildah.mjs');
const { makeBase, baseImage } = await import('../lib/testing/container/baseImage.mjs');
const { buildImage, image } = await import('../lib/testing/container/image.mjs');
const { tryImage } = await import('../lib/testing/container/tryImage.mjs');

const missing = missingForContainers();
if (missing.length > 0) {
  console.error(`NOT TESTED: the container. ${missing.join(' ')}`);
  process.exit(1);
}

const cache = join(root, '.cache', 'container');
mkdirSync(cache, { recursive: true });
const buildah = createBuildah(join(cache, 'storage'));
/** Run in order. The error of a failed step is printed, and the rest is skipped. */
const steps = [
  ['A base of Debian and the pinned Node', () => makeBase(buildah, cache)],
  [`The image, on ${baseImage}`, () => buildImage(buildah, cache)],
  [`${image}, run with no variable`, () => tryImage(buildah, cache)],
];
let code = 0;
try {
  for (const [name, work] of steps) {
    code = await step(name, () =>
      work().then(
        () => 0,
        (error) => {
          console.error(error.message);
          return 1;
        },
      ),
    );
    if (code !== 0) break;
  }
} finally {
  if (!process.argv.includes('--keep')) {
    await buildah(['rm', '--all']).catch(() => undefined);
    await buildah(['rmi', '--all', '--force']).catch(() => undefined);
    if (existsSync(join(cache, 'storage'))) rmSync(join(cache, 'storage'), { recursive: true, force: true });
  }
}
process.exit(code);
