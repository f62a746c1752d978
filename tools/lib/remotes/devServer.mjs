/** A development server for builds that follow the code, with live reload. */
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { remoteConfig } from '../../rspack/config.mjs';
import { describe } from '../registry/publish.mjs';

/** So that a deployed shell on another origin may load a remote. */
const toOthers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/**
 * @param {readonly object[]} configs of Rspack
 * @param {object} how
 * @param {string} how.host
 * @param {number} how.port
 * @param {Record<string, () => object>} how.answers further JSON, by path
 * @param {readonly object[]} [how.proxy] of the dev server
 * @returns {Promise<() => Promise<void>>} resolves after the first build; stops the server
 */
export async function startDevServer(configs, { host, port, answers, proxy = [] }) {
  const compiler = rspack([...configs]);
  const built = new Promise((resolve) => compiler.hooks.done.tap('built', () => resolve()));
  const server = new RspackDevServer(
    {
      host,
      port,
      hot: false,
      liveReload: true,
      historyApiFallback: { index: '/index.html', disableDotRule: true },
      devMiddleware: { writeToDisk: true },
      // Otherwise it ends this process on a signal, before the server behind it has ended.
      setupExitSignals: false,
      static: false,
      proxy,
      headers: toOthers,
      setupMiddlewares: (middlewares) => [
        ...Object.entries(answers).map(([path, answer]) => ({ name: path, path, middleware: sends(answer) })),
        ...middlewares,
      ],
    },
    compiler,
  );
  await server.start();
  await built;
  return () => server.stop();
}

const sends = (answer) => (_request, response) => {
  let [status, json] = [200, {}];
  try {
    json = answer();
  } catch (error) {
    // The files of a remote are still being written.
    [status, json] = [503, { error: error.message }];
  }
  // The last header marks answers of the server: shared-contracts/src/api/apiHeaders.ts.
  response.writeHead(status, { ...toOthers, 'content-type': 'application/json', 'lectern-api': '1' });
  response.end(JSON.stringify(json));
};

/**
 * A remote of a development server.
 * @param {string} name
 * @param {{ address: string, folder: string }} how the address of its files, and the folder that they are written to
 * @returns {{ config: object, description: () => object, override: string }} `override` is the value for '?override='
 *   in the address of a deployed shell
 */
export function developedRemote(name, { address, folder }) {
  const config = remoteConfig(name, { mode: 'development', output: folder });
  return {
    config: { ...config, output: { ...config.output, publicPath: address } },
    description: () => describe(name, folder),
    override: `${name}@${address}`,
  };
}
