/**
 * npm run dev -w mf-reader: one remote alone, rebuilt as you type, with a Host of its own and sample data behind it.
 * The same build can be laid over a deployed shell whose operator allows it; the address for that is printed, too.
 *
 * PORT (4100 and on, one a remote) is where it is.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureInstalled } from './lib/ensureInstalled.mjs';
import { remoteNames, root } from './lib/paths.mjs';

await ensureInstalled();
const name = process.argv[2] ?? basename(process.cwd());
if (!remoteNames().includes(name)) {
  console.error(`Name one remote: ${remoteNames().join(', ')}.`);
  process.exit(1);
}
process.env.NODE_ENV = 'development';
const { rspack } = await import('@rspack/core');
const { RspackDevServer } = await import('@rspack/dev-server');
const { exposesOf } = await import('./lib/exposes.mjs');
const { remoteConfig } = await import('./rspack/config.mjs');
const { sandboxConfig } = await import('./rspack/sandbox.mjs');
const { describe } = await import('./lib/publish.mjs');
const { startServer } = await import('./lib/server.mjs');
const { addSamples } = await import('./sandbox/samples.mjs');

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 4100 + remoteNames().indexOf(name));
const written = join(root, '.cache', 'alone', name);
mkdirSync(written, { recursive: true });

// A real server on an empty library of its own, which goes when this ends: sample data answer as real data do.
const server = await startServer({ LECTERN_LOG: 'error' });
const sample = await addSamples(server.url);
const locale = join(root, name, 'src/locales/en.json');
const parts = Object.entries(exposesOf(name)).map(
  ([expose, file]) => `  '${expose.slice(2)}': () => import('${join(root, name, file)}'),`,
);
writeFileSync(
  join(written, 'parts.ts'),
  `export { default as locale } from '${locale}';\nexport const name = '${name}';\nexport const parts = {\n${parts.join('\n')}\n};\n`,
);

// A deployed shell on another origin may take it from here.
const toOthers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const remote = remoteConfig(name, { mode: 'development', output: join(written, 'remote') });
const dev = new RspackDevServer(
  {
    host,
    port,
    hot: false,
    liveReload: true,
    historyApiFallback: true,
    devMiddleware: { writeToDisk: true },
    static: false,
    proxy: [{ context: ['/v1'], target: server.url, changeOrigin: false }],
    headers: toOthers,
    setupMiddlewares: (middlewares) => [
      {
        name: 'sample',
        path: '/sandbox.json',
        middleware: (_request, response) => response.end(JSON.stringify(sample)),
      },
      {
        name: 'description',
        path: '/remote/remote.json',
        middleware: (_request, response) => {
          response.writeHead(200, { ...toOthers, 'content-type': 'application/json' });
          response.end(JSON.stringify(describe(name, join(written, 'remote'))));
        },
      },
      ...middlewares,
    ],
  },
  rspack([
    sandboxConfig({ output: join(written, 'sandbox'), parts: join(written, 'parts.ts') }),
    { ...remote, output: { ...remote.output, publicPath: `http://${host}:${port}/remote/` } },
  ]),
);
await dev.start();
const here = `http://${host}:${port}`;
console.log(`\n${name} alone is at ${here}/`);
console.log(`Over a deployed shell that allows it: https://…/?override=${name}@${here}/remote/\n`);

const end = () => {
  Promise.all([dev.stop(), server.stop()]).then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
};
process.on('SIGTERM', end).on('SIGINT', end);
