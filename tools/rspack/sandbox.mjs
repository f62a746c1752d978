/** The page on which a remote runs alone: no federation, only its modules and a Host. */
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { root } from '../lib/paths.mjs';
import { base } from './config.mjs';

/** @param {{ output: string, parts: string }} how `parts` is the module that lists the exposed modules of the remote */
export function sandboxConfig({ output, parts }) {
  const config = base({ workspace: 'tools/sandbox', mode: 'development', output });
  return {
    ...config,
    name: 'sandbox',
    entry: { sandbox: './sandbox.tsx' },
    output: { ...config.output, publicPath: '/' },
    resolve: {
      ...config.resolve,
      // The sandbox is outside every package: it takes its libraries from the root.
      modules: [join(root, 'node_modules')],
      alias: { ...config.resolve.alias, 'sandbox/parts$': parts },
    },
    plugins: [...config.plugins, new rspack.HtmlRspackPlugin({ template: './index.html' })],
  };
}
