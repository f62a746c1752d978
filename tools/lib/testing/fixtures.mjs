/** Builds the fixture remotes of e2e/fixture-remotes: each file becomes a remote that exposes it under every name. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { remoteConfig } from '../../rspack/config.mjs';
import { compile } from '../build/buildRemote.mjs';
import { deterministicEntry } from '../build/deterministicEntry.mjs';
import { remoteNames, root } from '../paths.mjs';
import { describe, exposesOf } from '../registry/publish.mjs';

const sources = join(root, 'e2e', 'fixture-remotes');
const fixturesFolder = join(root, '.cache', 'fixtures');

/** Every module name that the shell requests from a remote. */
function exposedNames() {
  return remoteNames().flatMap((name) => Object.keys(exposesOf(name)).map((expose) => expose.slice(2)));
}

/** @returns {Promise<string>} folder of the builds, one for each fixture, with its remote.json */
export async function buildFixtures() {
  const files = readdirSync(sources).filter((file) => file.endsWith('.tsx'));
  const made = [
    import.meta.filename,
    ...files.map((file) => join(sources, file)),
    join(root, 'tools/rspack/config.mjs'),
    join(root, 'tools/lib/build/deterministicEntry.mjs'),
    join(root, 'package-lock.json'),
  ];
  const digest = createHash('sha256');
  for (const file of made) digest.update(readFileSync(file));
  const stamp = join(fixturesFolder, '.built-from');
  const wanted = digest.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return fixturesFolder;

  rmSync(fixturesFolder, { recursive: true, force: true });
  const names = exposedNames();
  const configs = files.map((file) => {
    const output = join(fixturesFolder, `mf-fixture-${basename(file, '.tsx')}`);
    // All under one name, like versions of one remote.
    const config = remoteConfig('mf-fixture', {
      output,
      like: 'mf-library',
      exposes: Object.fromEntries(names.map((expose) => [`./${expose}`, join(sources, file)])),
    });
    return { ...config, context: join(root, 'e2e') };
  });
  await compile(configs);
  for (const { output } of configs) {
    const folder = output.path;
    deterministicEntry(folder);
    const description = describe(basename(folder), folder);
    // All names expose the same module, and the manifest mentions one of them.
    const [own = []] = Object.values(description.scripts);
    const scripts = Object.fromEntries(names.map((expose) => [expose, own]));
    writeFileSync(join(folder, 'remote.json'), JSON.stringify({ ...description, exposes: names, scripts }));
  }
  writeFileSync(stamp, wanted);
  return fixturesFolder;
}
