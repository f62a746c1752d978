/** Builds that only benchmarks use: the engines alone on a bare page. */
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { root } from '../lib/paths.mjs';

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
