/** Builds remotes, each independently, without publishing them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from '../paths.mjs';

/** The folder of a remote's last build. */
export const builtFolder = (name) => join(root, '.cache', 'remotes', name);

/** @param {string} name of the remote @returns {Promise<string>} the folder of its files */
export async function buildRemote(name) {
  await compileRemotes([name]);
  return builtFolder(name);
}

/**
 * @param {readonly string[]} remotes
 * @param {readonly object[]} others further configurations to build at the same time, such as the shell's
 */
export async function compileRemotes(remotes, others = []) {
  const { firstViewConfigs, firstViewsOf, prerenderConfig, remoteConfig } = await import(
    '../../rspack/config.mjs'
  );
  const { deterministicEntry } = await import('./deterministicEntry.mjs');
  const { callInTime } = await import('./callInTime.mjs');
  const drawnFirst = remotes.flatMap(firstViewConfigs);
  await compile([
    ...others,
    ...(others.length + drawnFirst.length > 0 ? [prerenderConfig()] : []),
    ...remotes.map((name) => remoteConfig(name)),
    ...drawnFirst,
  ]);
  for (const name of remotes) {
    deterministicEntry(builtFolder(name));
    if (firstViewsOf(name).length > 0)
      callInTime(new URL('../../prerender.mjs', import.meta.url), 'firstViews', [name, builtFolder(name)], {
        what: `Rendering the first views of ${name}`,
      });
  }
  await Promise.all(remotes.map(builtFolder).map(compressFolder));
}

/** Runs Rspack with these configurations; throws with its errors. */
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

const worthIt = /\.(js|mjs|css|html|json|svg|webmanifest|wasm)$/;

/** Adds compressed copies of each text file, which the server sends as they are. */
export async function compressFolder(folder) {
  const { filesBelow } = await import('../registry/publish.mjs');
  const files = filesBelow(folder).filter((path) => worthIt.test(path));
  await Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(join(folder, path));
      if (bytes.length < 1024) return;
      const brotli = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      };
      writeFileSync(join(folder, `${path}.br`), await promisify(brotliCompress)(bytes, brotli));
      writeFileSync(join(folder, `${path}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
