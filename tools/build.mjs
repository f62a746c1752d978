/**
 * npm run build [-- shell mf-reader …]: builds the shell and the remotes, or those that are named, into dist/.
 * Each is a build of its own; none knows another.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist, remoteNames, remotesDist, root, shellDist } from './lib/paths.mjs';
import { ready } from './lib/ready.mjs';

/**
 * @param {string[]} names of workspaces; all when empty
 * @param {string} target where remotes are published
 */
export async function build(names = [], target = remotesDist) {
  const { rspack } = await import('@rspack/core');
  const { remoteConfig, serviceWorkerConfig, shellConfig } = await import('./rspack/config.mjs');
  const { compressFolder } = await import('./lib/compress.mjs');
  const { prune, publish, readRegistry, switchTo, writeRegistry } = await import('./lib/publish.mjs');
  const wanted = (name) => names.length === 0 || names.includes(name);
  const remotes = remoteNames().filter(wanted);

  const compile = async (configs) => {
    if (configs.length === 0) return;
    const stats = await new Promise((resolve, reject) =>
      rspack(configs, (error, result) => (error ? reject(error) : resolve(result))),
    );
    if (stats.hasErrors())
      throw new Error(stats.toString({ all: false, errors: true, colors: process.stdout.isTTY }));
    if (stats.hasWarnings())
      console.warn(stats.toString({ all: false, warnings: true, colors: process.stdout.isTTY }));
  };

  const built = (name) => join(root, '.cache', 'remotes', name);
  if (wanted('shell')) await compile([serviceWorkerConfig()]);
  await compile([
    ...(wanted('shell') ? [await shellConfig()] : []),
    ...remotes.map((name) => remoteConfig(name)),
  ]);

  await Promise.all([...(wanted('shell') ? [shellDist] : []), ...remotes.map(built)].map(compressFolder));
  for (const name of remotes) {
    const registry = switchTo(readRegistry(target), name, publish(name, built(name), target));
    writeRegistry(target, registry);
    prune(target, registry, name);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ready();
  const names = process.argv.slice(2);
  if (names.includes('--clean')) rmSync(dist, { recursive: true, force: true });
  const started = performance.now();
  try {
    await build(names.filter((name) => !name.startsWith('--')));
    console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
