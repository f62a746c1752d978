/**
 * npm run dev: the shell and all remotes with live reload, and the real server behind them.
 * The page is at PORT (8080 by default); the server listens on a free port
 * and is restarted when its code changes.
 */
import { join } from 'node:path';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { remoteNames, root } from './lib/paths.mjs';

await ensureInstalled();
process.env.NODE_ENV = 'development';
const { rspack } = await import('@rspack/core');
const { RspackDevServer } = await import('@rspack/dev-server');
const { remoteConfig, shellConfig } = await import('./rspack/config.mjs');
const { describe } = await import('./lib/registry/publish.mjs');
const { freePort } = await import('./lib/processes/freePort.mjs');
const { run } = await import('./lib/processes/run.mjs');

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 8080);
const apiPort = await freePort();
const base = (name) => `/remotes/${name}/dev/`;
const written = (name) => join(root, '.cache', 'dev', name);

const shell = await shellConfig({ mode: 'development', output: written('shell') });
const remotes = remoteNames().map((name) => {
  const config = remoteConfig(name, { mode: 'development', output: written(name) });
  return { ...config, output: { ...config.output, publicPath: base(name) } };
});

const server = new RspackDevServer(
  {
    host,
    port,
    hot: false,
    liveReload: true,
    historyApiFallback: { index: '/index.html', disableDotRule: true },
    devMiddleware: { writeToDisk: true },
    // Otherwise it ends this process on a signal, before the server below has ended.
    setupExitSignals: false,
    static: false,
    proxy: [{ context: ['/v1'], target: `http://127.0.0.1:${apiPort}`, changeOrigin: false }],
    setupMiddlewares: (middlewares) => [
      {
        name: 'registry',
        path: '/remotes.json',
        middleware: (_request, response) => {
          const published = remoteNames().map((name) => [
            name,
            { current: { base: base(name), description: describe(name, written(name)) } },
          ]);
          response.setHeader('content-type', 'application/json');
          // The header that marks answers of the server: shared-contracts/src/api/apiHeaders.ts.
          response.setHeader('lectern-api', '1');
          response.end(JSON.stringify({ remotes: Object.fromEntries(published) }));
        },
      },
      ...middlewares,
    ],
  },
  rspack([shell, ...remotes]),
);

await server.start();
console.log(`\nLectern is at http://${host}:${port}\n`);
const settings = { HOST: '127.0.0.1', PORT: String(apiPort), LECTERN_ORIGIN: `http://${host}:${port}` };
const code = await run(
  process.execPath,
  [
    '--watch-preserve-output',
    '--watch-path=server/src',
    '--watch-path=shared-contracts/src',
    'server/main.mjs',
  ],
  {
    env: { ...process.env, ...settings },
    onStart: (child) => process.once('exit', () => child.kill()),
  },
);
await server.stop();
process.exit(code);
