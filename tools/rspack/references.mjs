/** Builds that only benchmarks use: the engines alone on a bare page, and the product as one plain build. */
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { root } from '../lib/paths.mjs';
import { shellConfig } from './config.mjs';

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

/** The same shell and remotes in one build: what federation is measured against. */
export async function plainConfig(output) {
  const shell = await shellConfig({ output });
  const federation = (plugin) => plugin.constructor.name === 'ModuleFederationPlugin';
  return {
    ...shell,
    name: 'plain',
    plugins: [
      ...shell.plugins.filter(
        (plugin) => !federation(plugin) && plugin.constructor.name !== 'InjectManifest',
      ),
      new rspack.NormalModuleReplacementPlugin(
        /\/federationRuntime\.ts$/,
        join(root, 'bench', 'reference', 'plain', 'federationRuntime.ts'),
      ),
    ],
  };
}
