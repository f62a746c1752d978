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
 * The same shell and remotes in one build: what federation is measured against. It has all that the product has, a
 * service worker that keeps all of it too, but no registry to ask and no runtime: its pages are ordinary chunks.
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
      // Before what lists the files for the service worker.
      pdfjsData(),
      searchWorker(),
      ...shell.plugins,
      ...['moduleFederation', 'remoteModules', 'registry', 'earlyRegistry'].map(instead),
    ],
  };
}
