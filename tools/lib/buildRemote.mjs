/** Builds of remotes: each by itself, none knows another, and nothing is published. */
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Where the files of a remote's last build are. */
export const builtFolder = (name) => join(root, '.cache', 'remotes', name);

/** @param {string} name of the remote @returns {Promise<string>} the folder of its files */
export async function buildRemote(name) {
  await compileRemotes([name]);
  return builtFolder(name);
}

/**
 * @param {readonly string[]} remotes
 * @param {readonly object[]} others configurations that are built at the same time: the shell's
 */
export async function compileRemotes(remotes, others = []) {
  const { firstViewConfigs, prerenderConfig, remoteConfig } = await import('../rspack/config.mjs');
  const { compressFolder } = await import('./compress.mjs');
  const { deterministicEntry } = await import('./deterministicEntry.mjs');
  const { firstViews } = await import('../firstViews.mjs');
  const drawnFirst = remotes.flatMap(firstViewConfigs);
  await compile([
    ...others,
    ...(others.length + drawnFirst.length > 0 ? [prerenderConfig()] : []),
    ...remotes.map((name) => remoteConfig(name)),
    ...drawnFirst,
  ]);
  for (const name of remotes) {
    deterministicEntry(builtFolder(name));
    firstViews(name, builtFolder(name));
  }
  await Promise.all(remotes.map(builtFolder).map(compressFolder));
}

/** Runs Rspack on these configurations; throws with what it has to say against them. */
export async function compile(configs) {
  if (configs.length === 0) return;
  const { rspack } = await import('@rspack/core');
  const stats = await new Promise((resolve, reject) =>
    rspack(configs, (error, result) => (error ? reject(error) : resolve(result))),
  );
  if (stats.hasErrors())
    throw new Error(stats.toString({ all: false, errors: true, colors: process.stdout.isTTY }));
  if (stats.hasWarnings())
    console.warn(stats.toString({ all: false, warnings: true, colors: process.stdout.isTTY }));
}
