/** Bundles the tools as one Node program, for teams elsewhere (tools/lib/build/remoteKit.mjs packs it). */
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { root } from '../lib/paths.mjs';

/** Replacements outside the repository, by the path of the file here. */
const replaced = { 'paths.mjs': 'kit/paths.mjs', 'server.mjs': 'kit/server.mjs' };
/** Only used to build the shell. */
const notForRemotes = new Set(['workbox-webpack-plugin']);

const packageOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * @param {object} how
 * @param {string} how.output folder
 * @param {Set<string>} how.needed receives the names of the packages that the program imports
 * @returns {object} a configuration of Rspack
 */
export function kitConfig({ output, needed }) {
  return {
    name: 'remote-kit',
    mode: 'production',
    context: join(root, 'tools'),
    target: 'node20',
    devtool: false,
    entry: { cli: './kit/cli.mjs' },
    output: {
      path: output,
      clean: true,
      module: true,
      filename: '[name].mjs',
      chunkFilename: '[name].mjs',
      chunkFormat: 'module',
      library: { type: 'module' },
    },
    experiments: { outputModule: true },
    resolve: { extensions: ['.mjs', '.ts', '.js'] },
    module: {
      // import.meta.url is left as written: files use their own location.
      parser: { javascript: { importMeta: false } },
      rules: [
        {
          test: /\.ts$/,
          type: 'javascript/auto',
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } } },
        },
      ],
    },
    externalsType: 'module',
    externals: [
      ({ request }, done) => {
        // Our packages are TypeScript, which Node does not run in node_modules.
        if (/^(?:[./]|@lectern\/)/.test(request)) return done();
        if (isBuiltin(request)) return done(null, request.startsWith('node:') ? request : `node:${request}`);
        if (!notForRemotes.has(packageOf(request))) needed.add(packageOf(request));
        return done(null, request);
      },
    ],
    optimization: { minimize: false, nodeEnv: false, splitChunks: false },
    performance: false,
    stats: 'errors-warnings',
    plugins: Object.entries(replaced).map(
      ([file, by]) =>
        new rspack.NormalModuleReplacementPlugin(
          new RegExp(`[\\\\/]${file.replace('.', '\\.')}$`),
          (resource) => {
            resource.request = join(root, 'tools', by);
          },
        ),
    ),
  };
}
