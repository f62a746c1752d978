/** The dev server of a remote: rebuilds on change, with live reload, also as an override in a deployed shell. */
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { remoteConfig } from '../../rspack/config.mjs';
import { describe } from '../registry/publish.mjs';

/** CORS headers, so that a deployed shell on another origin may load it. */
const toOthers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/**
 * @param {string} name of the remote
 * @param {object} how
 * @param {string} how.host
 * @param {number} how.port
 * @param {string} how.folder for the output
 * @param {readonly object[]} [how.pages] configurations of pages to build and serve beside it
 * @param {readonly { path: string, json: object }[]} [how.answers] additional JSON responses
 * @param {readonly object[]} [how.proxy] of the dev server
 * @returns {Promise<{ url: string, override: string, stop(): Promise<void> }>} `override` is the value for '?override='
 *   in the address of a deployed shell
 */
export async function startRemoteDevServer(
  name,
  { host, port, folder, pages = [], answers = [], proxy = [] },
) {
  const url = `http://${host}:${port}`;
  const remote = remoteConfig(name, { mode: 'development', output: join(folder, 'remote') });
  const described = () => {
    try {
      return { status: 200, text: JSON.stringify(describe(name, join(folder, 'remote'))) };
    } catch (error) {
      // Its files are still being written.
      return { status: 503, text: JSON.stringify({ error: error.message }) };
    }
  };
  const description = {
    path: '/remote/remote.json',
    middleware: (_request, response) => {
      const { status, text } = described();
      response.writeHead(status, { ...toOthers, 'content-type': 'application/json' });
      response.end(text);
    },
  };
  const answered = answers.map(({ path, json }) => ({
    path,
    middleware: (_request, response) => response.end(JSON.stringify(json)),
  }));
  const compiler = rspack([
    ...pages,
    { ...remote, output: { ...remote.output, publicPath: `${url}/remote/` } },
  ]);
  const built = new Promise((resolve) => compiler.hooks.done.tap('built', () => resolve()));
  const server = new RspackDevServer(
    {
      host,
      port,
      hot: false,
      liveReload: true,
      historyApiFallback: true,
      devMiddleware: { writeToDisk: true },
      static: false,
      proxy,
      headers: toOthers,
      setupMiddlewares: (middlewares) => [
        ...[description, ...answered].map((one) => ({ name: one.path, ...one })),
        ...middlewares,
      ],
    },
    compiler,
  );
  await server.start();
  await built;
  return { url, override: `${name}@${url}/remote/`, stop: () => server.stop() };
}
