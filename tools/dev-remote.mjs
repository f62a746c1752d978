/**
 * npm run dev -w mf-reader: one remote alone, rebuilt on change, with its own Host and sample data. The same build can
 * override the remote in a deployed shell whose operator allows it; the address for that is printed as well.
 *
 * PORT is its port (by default 4100 and up, one for each remote).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { remoteNames, root } from './lib/paths.mjs';

await ensureInstalled();
const name = process.argv[2] ?? basename(process.cwd());
if (!remoteNames().includes(name)) {
  console.error(`Name one remote: ${remoteNames().join(', ')}.`);
  process.exit(1);
}
process.env.NODE_ENV = 'development';
const { exposesOf } = await import('./lib/remotes/exposes.mjs');
const { startRemoteDevServer } = await import('./lib/remotes/remoteDevServer.mjs');
const { sandboxConfig } = await import('./rspack/sandbox.mjs');
const { startServer } = await import('./lib/processes/server.mjs');
const { addSamples } = await import('./sandbox/samples.mjs');

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 4100 + remoteNames().indexOf(name));
const written = join(root, '.cache', 'alone', name);
mkdirSync(written, { recursive: true });

// A real server with a temporary library, so that sample data behaves like real data.
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

const dev = await startRemoteDevServer(name, {
  host,
  port,
  folder: written,
  pages: [sandboxConfig({ output: join(written, 'sandbox'), parts: join(written, 'parts.ts') })],
  answers: [{ path: '/sandbox.json', json: sample }],
  proxy: [{ context: ['/v1'], target: server.url, changeOrigin: false }],
});
console.log(`\n${name} alone is at ${dev.url}/`);
console.log(`As an override in a deployed shell that allows it: https://…/?override=${dev.override}\n`);

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
