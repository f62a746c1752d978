/** A remote as its team types it: rebuilt at each change, with live reload, also over a deployed shell elsewhere. */
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { remoteConfig } from '../rspack/config.mjs';
import { describe } from './publish.mjs';

/** A deployed shell on another origin may take it from here. */
const toOthers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/**
 * @param {string} name of the remote
 * @param {object} how
 * @param {string} how.host
 * @param {number} how.port
 * @param {string} how.folder for what is built
 * @param {readonly object[]} [how.pages] configurations of pages that are built and served beside it
 * @param {readonly { path: string, json: object }[]} [how.answers] that it gives besides
 * @param {readonly object[]} [how.proxy] of the dev server
 * @returns {Promise<{ url: string, override: string, stop(): Promise<void> }>} `override` is what stands behind
 *   '?override=' in the address of a deployed shell
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
      // Its files are being written.
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
