/**
 * Runs the image like `podman run -p 8080:8080 -v lectern:/data lectern`, without variables: a reader adds a book, the
 * container is removed, and a new one with the same volume still has everything. Containers with chroot isolation use
 * the network of the machine, so this runs in its own network namespace, where every port is free.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sampleReader } from '../../deploy/sampleReader.mjs';
import { run } from '../../processes/run.mjs';
import { createBuildah, storageArguments } from './buildah.mjs';
import { image } from './image.mjs';

const origin = 'http://127.0.0.1:8080';
const account = { name: 'Ada', email: 'ada@example.org', password: 'a long enough password' };
/** Milliseconds for a server to start or stop on a busy machine. */
const patienceMs = 120_000;

/** Runs the rest of this file in a network namespace with only a loopback interface. */
export async function tryImage(_buildah, cache) {
  const own = new URL(import.meta.url).pathname;
  const script = 'ip link set lo up && exec "$@"';
  const code = await run('unshare', ['--net', 'sh', '-c', script, 'sh', process.execPath, own, cache]);
  if (code !== 0) throw new Error('The image does not work: see above.');
}

async function tryHere(cache) {
  const storage = join(cache, 'storage');
  const buildah = createBuildah(storage);
  const [{ config }] = [JSON.parse(await buildah(['inspect', '--type', 'image', image])).OCIv1];
  assert.equal(config.User, 'node');
  assert.ok('/data' in config.Volumes);
  const user = 1000;
  const emptyVolume = () => {
    const folder = mkdtempSync(join(cache, 'volume-'));
    // A named volume gets the owner of the folder that it is mounted on.
    chownSync(folder, user, user);
    return folder;
  };
  const volume = emptyVolume();

  const start = async (place = volume, settings = []) => {
    const container = await buildah(['from', '--pull-never', image]);
    // Otherwise buildah mounts its own volume over the given one.
    await buildah(['config', '--volume', '/data-', container]);
    const child = spawn(
      'buildah',
      [
        ...storageArguments(storage),
        'run',
        '--isolation',
        'chroot',
        '--volume',
        `${place}:/data`,
        ...settings,
      ].concat([container, '--', ...config.Cmd]),
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const started = { container, child, said: '' };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (started.said += chunk));
    started.ended = new Promise((resolve) => child.once('exit', resolve));
    return started;
  };
  const stop = async (started) => {
    const { child, container, ended } = started;
    // Podman signals the first process of the container.
    process.kill(processBelow(child.pid, config.Cmd.join(' ')), 'SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    assert.equal(await ended, 0, `SIGTERM does not end it in order: ${started.said}`);
    clearTimeout(late);
    await buildah(['rm', container]);
  };

  const first = await start();
  await answers(first);
  const reader = await sampleReader(origin, account);
  /** The reader's data, and the first words of the book. */
  const libraryOf = async (token) => {
    const ask = async (path) =>
      (await fetch(`${origin}/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
    const { content_url, spine } = await ask(`/books/${reader.bookId}/manifest`);
    const chapter = await (await fetch(`${origin}${content_url}/${spine[0].href}`)).text();
    const ids = async (path) => (await ask(path)).items.map(({ id }) => id);
    return { chapter, books: await ids('/books'), notes: await ids('/notes') };
  };
  const before = await libraryOf(reader.token);
  assert.equal(before.books.length, 2);
  for (const path of ['/', '/remotes.json']) assert.equal((await fetch(origin + path)).status, 200, path);
  const health = JSON.parse(await buildah(['inspect', '--type', 'image', image])).Docker.config.Healthcheck
    .Test;
  await buildah(['run', '--isolation', 'chroot', first.container, '--', 'sh', '-c', health.at(-1)]);
  assert.equal(statSync(join(volume, 'lectern.db')).uid, user);
  await stop(first);

  const second = await start();
  await answers(second);
  const again = await sampleReader(origin, { ...account, existing: true });
  assert.deepEqual(
    { user: again.user.id, ...(await libraryOf(reader.token)) },
    { user: reader.user.id, ...before },
    'A new container on the old volume, with the sign-in of the old one',
  );
  await stop(second);

  // Several processes need the same secret, so none is generated with PostgreSQL.
  const other = emptyVolume();
  const several = await start(other, ['--env', 'DATABASE_URL=postgres://lectern@127.0.0.1/lectern']);
  assert.equal(await several.ended, 1);
  assert.match(several.said, /LECTERN_SECRET/);
  for (const folder of [volume, other]) rmSync(folder, { recursive: true });
}

async function answers(started) {
  const { child, ended } = started;
  const until = Date.now() + patienceMs;
  let isOver = false;
  ended.then(() => (isOver = true));
  while (Date.now() < until && !isOver) {
    const answer = await fetch(`${origin}/v1/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  child.kill('SIGKILL');
  throw new Error(`The container does not answer: ${started.said}`);
}

/** The descendant process that runs this command. */
function processBelow(parent, command) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((pid) => [Number(pid), parentOf(pid)]));
  const isBelow = (pid) => {
    for (let above = pid; above; above = parents.get(above)) if (above === parent) return true;
    return false;
  };
  const found = [...parents.keys()].find((pid) => isBelow(pid) && commandOf(pid) === command);
  if (found === undefined) throw new Error(`No process of the container runs ${command}.`);
  return found;
}

const read = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};
const parentOf = (pid) => Number(/^PPid:\t(\d+)$/m.exec(read(pid, 'status'))?.[1] ?? 0);
/** The base name of its program, and its arguments. */
const commandOf = (pid) => {
  const [program = '', ...args] = read(pid, 'cmdline').split('\0').filter(Boolean);
  return [basename(program), ...args].join(' ');
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await tryHere(process.argv[2]);
