/**
 * npm run dev: the shell and all remotes with live reload, and the real server behind them. The page is at PORT (8080
 * by default); the server listens on a free port and is restarted when its code changes.
 *
 * npm run dev -w mf-reader: that remote alone in the shell, with sample data on a server that is removed at the end.
 * Its PORT is 4100 and up, one for each remote. The same build can override the remote in a deployed shell whose
 * operator allows it; the address for that is printed as well.
 */
import { basename, join } from 'node:path';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';
import { remoteNames, root } from './lib/paths.mjs';

await ensureInstalled();
process.env.NODE_ENV = 'development';
const { shellConfig } = await import('./rspack/config.mjs');
const { freePort } = await import('./lib/processes/freePort.mjs');
const { run } = await import('./lib/processes/run.mjs');
const { startServer } = await import('./lib/processes/server.mjs');
const { developedRemote, startDevServer } = await import('./lib/remotes/devServer.mjs');
const { sampleReader } = await import('./lib/deploy/sampleReader.mjs');

const alone = remoteNames().find((name) => name === basename(process.cwd()));
const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? (alone ? 4100 + remoteNames().indexOf(alone) : 8080));
const url = `http://${host}:${port}`;
const written = (name) => join(root, '.cache', 'dev', alone ?? 'all', name);

const remotes = Object.fromEntries(
  (alone ? [alone] : remoteNames()).map((name) => {
    const base = `/remotes/${name}/dev/`;
    return [name, { base, ...developedRemote(name, { address: url + base, folder: written(name) }) }];
  }),
);
const registry = () => {
  const published = Object.entries(remotes).map(([name, { base, description }]) => [
    name,
    { current: { base, description: description() } },
  ]);
  return { remotes: Object.fromEntries(published) };
};
const descriptions = Object.values(remotes).map(({ base, description }) => [
  `${base}remote.json`,
  description,
]);

/** The server's settings, and what waits for its end. */
const { target, ended } = alone ? await startSamples() : await startWatched();
const stop = await startDevServer(
  [
    await shellConfig({ mode: 'development', output: written('shell') }),
    ...Object.values(remotes).map(({ config }) => config),
  ],
  {
    host,
    port,
    answers: { '/remotes.json': registry, ...Object.fromEntries(descriptions) },
    proxy: [{ context: ['/v1'], target, changeOrigin: false }],
  },
);
console.log(`\n${alone ? `${alone} alone` : 'Lectern'} is at ${url}/\n`);
if (alone)
  console.log(
    `As an override in a deployed shell that allows it: https://…/?override=${remotes[alone].override}\n`,
  );
const code = await ended();
await stop();
process.exit(code);

/** The server of this checkout and its data, restarted when its code changes. */
async function startWatched() {
  const apiPort = await freePort();
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort), LECTERN_ORIGIN: url };
  const watched = ['server/src', 'shared-contracts/src'].map((folder) => `--watch-path=${folder}`);
  const ending = run(process.execPath, ['--watch-preserve-output', ...watched, 'server/main.mjs'], {
    env,
    onStart: (child) => process.once('exit', () => child.kill()),
  });
  return { target: `http://127.0.0.1:${apiPort}`, ended: () => ending };
}

/** A server with a reader who has books, a highlight, a note and a session. */
async function startSamples() {
  const server = await startServer({ LECTERN_LOG: 'error', LECTERN_ORIGIN: url });
  const account = { name: 'Sample Reader', email: 'sample@example.org', password: 'a reader of samples' };
  await sampleReader(server.url, account);
  console.log(`Sign in as ${account.email} with the password “${account.password}”.`);
  const signal = new Promise((resolve) => process.once('SIGTERM', resolve).once('SIGINT', resolve));
  return { target: server.url, ended: () => signal.then(server.stop).then(() => 0) };
}
