/** A new remote on its whole way, for a test: made, tested, built, deployed beside those that are there. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../build.mjs';
import { deploy } from '../deploy.mjs';
import { newRemote } from '../new-remote.mjs';
import { remoteConfig } from '../rspack/config.mjs';
import { deterministicEntry } from './deterministicEntry.mjs';
import { exposesOf } from './exposes.mjs';
import { remotesDist, root, shellDist } from './paths.mjs';
import { packageOf } from './publish.mjs';
import { smokeTest } from './smoke.mjs';
import { directoryTarget, readRegistry } from './target.mjs';

export async function deployNewRemote(name) {
  // Below the checkout, so that its packages are found from there.
  const place = join(root, '.cache', `new-${name}`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, 'shell'), { recursive: true });
  for (const file of ['package.json', 'shell/package.json']) cpSync(join(root, file), join(place, file));
  newRemote(name, place);
  const folder = join(place, name);
  const facts = packageOf(name, place);

  const config = join(place, 'jest.config.mjs');
  writeFileSync(
    config,
    `import { project } from '${join(root, 'jest.config.mjs')}';\nexport default { ...project('${name}', 'jsdom'), rootDir: '${root}', roots: ['${folder}'] };\n`,
  );
  const tests = spawnSync(
    process.execPath,
    [join(root, 'node_modules/jest/bin/jest.js'), '--config', config],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '0' },
    },
  );

  const output = join(place, 'build');
  await compile([
    {
      ...remoteConfig(name, { output, like: 'mf-search', exposes: exposesOf(name, place) }),
      context: folder,
    },
  ]);

  deterministicEntry(output);

  const remotes = join(place, 'remotes');
  cpSync(remotesDist, remotes, { recursive: true });
  const target = directoryTarget(remotes);
  const shell = JSON.parse(readFileSync(join(shellDist, 'shell.json'), 'utf8'));
  const registry = await readRegistry(target);
  const smoke = (candidate) => smokeTest({ candidate, build: output, registry });
  await deploy(target, { name, build: output, shell, smoke, facts });
  return {
    remotes,
    tests: tests.stdout + tests.stderr,
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}
