/** Builds that only benchmarks use: the engines alone on a bare page, and the product as one plain build. */
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { root } from '../lib/paths.mjs';
import { pdfjsData, searchWorker, shellConfig } from './config.mjs';

export function referenceConfig(name, output) {
  const folder = join(root, 'bench', 'reference', name);
  return {
    name,
    mode: 'production',
    context: folder,
    target: ['web', 'es2022'],
    entry: './main.ts',
    output: { path: output, clean: true, publicPath: 'auto', module: true, chunkFormat: 'module' },
    experiments: { outputModule: true },
    resolve: { extensions: ['.ts', '.mjs', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } } },
          type: 'javascript/auto',
        },
      ],
    },
    plugins: [new rspack.HtmlRspackPlugin({ template: './index.html', scriptLoading: 'module' })],
    performance: false,
    infrastructureLogging: { level: 'error' },
  };
}

/**
 * The same shell and remotes in one build, as the reference for federation. It has everything that the product has,
 * including a service worker that caches all of it, but no registry and no federation runtime.
 */
export async function plainConfig(output) {
  const shell = await shellConfig({ output });
  const instead = (file) =>
    new rspack.NormalModuleReplacementPlugin(
      new RegExp(`/${file}\\.ts$`),
      join(root, 'bench', 'reference', 'plain', `${file}.ts`),
    );
  return {
    ...shell,
    name: 'plain',
    plugins: [
      // Before the plugin that lists the files for the service worker.
      pdfjsData(),
      searchWorker(),
      ...shell.plugins,
      ...['moduleFederation', 'remoteModules', 'registry', 'earlyRegistry'].map(instead),
    ],
  };
}
