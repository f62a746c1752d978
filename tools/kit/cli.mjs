/**
 * The command line of remotes outside Lectern's repository:
 *
 * lectern-remote dev              (in the folder of a remote) rebuilds it on change, for a deployed Lectern
 * lectern-remote build mf-name    builds it into .cache/remotes/mf-name
 * lectern-remote check            finds what a deploy refuses in the code of all remotes
 * lectern-remote deploy mf-name … like Lectern's `npm run deploy` (tools/deploy.mjs), with --base https://…
 */
import { basename, join } from 'node:path';
import { main as deploy } from '../deploy.mjs';
import { buildRemote } from '../lib/build/buildRemote.mjs';
import { remoteNames, root } from '../lib/paths.mjs';
import { portIsFree } from '../lib/processes/freePort.mjs';
import { hostOnlyProblems } from '../lib/sources/hostOnly.mjs';

function nameOf(name) {
  if (remoteNames().includes(name)) return name;
  throw new Error(`Name one remote: ${remoteNames().join(', ')}.`);
}

async function freeFrom(port) {
  return (await portIsFree(port, '127.0.0.1')) ? port : freeFrom(port + 1);
}

async function dev(name) {
  process.env.NODE_ENV = 'development';
  const { developedRemote, startDevServer } = await import('../lib/remotes/devServer.mjs');
  const host = '127.0.0.1';
  const port = Number(process.env.PORT ?? (await freeFrom(4100)));
  const { config, description, override } = developedRemote(name, {
    address: `http://${host}:${port}/remote/`,
    folder: join(root, '.cache', 'dev', name),
  });
  const stop = await startDevServer([config], {
    host,
    port,
    answers: { '/remote/remote.json': description },
  });
  console.log(`\n${name} is rebuilt on change. As an override in a deployed Lectern that allows it:`);
  console.log(`https://…/?override=${override}\n`);
  const end = () => {
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}

const commands = {
  dev: (name = basename(process.cwd())) => dev(nameOf(name)),
  build: async (name) => console.log(await buildRemote(nameOf(name))),
  check: () => {
    const problems = remoteNames().flatMap((name) => hostOnlyProblems(name));
    if (problems.length > 0) throw new Error(problems.join('\n'));
  },
  deploy: (...args) => deploy(args),
};

try {
  const [command, ...args] = process.argv.slice(2);
  if (!Object.hasOwn(commands, command ?? ''))
    throw new Error(`Name one command: ${Object.keys(commands).join(', ')}.`);
  await commands[command](...args);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
