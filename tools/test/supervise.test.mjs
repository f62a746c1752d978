/** The supervisor of `npm start` and the container: restarts the server after a crash, and leaves nothing running. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { pauseAfter } from '../../server/supervise.mjs';
import { root } from '../lib/paths.mjs';

const supervisor = join(root, 'server/supervise.mjs');
let folder;
let running;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-supervise-'));
});
afterEach(async () => {
  if (running?.process.exitCode === null && running.process.signalCode === null) {
    running.process.kill('SIGKILL');
    await running.ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command whose output can be awaited. */
function begin(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let look = () => {};
  const listen = (chunk) => {
    said += chunk;
    look();
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  running = {
    process: child,
    ended,
    said: () => said,
    /** Resolves with the n-th match in the output; rejects when the process ends before. */
    hears: (pattern, times = 1) =>
      new Promise((resolve, reject) => {
        look = () => {
          const found = [...said.matchAll(new RegExp(pattern, 'g'))];
          if (found.length >= times) resolve(found[times - 1]);
        };
        child.once('close', () => reject(new Error(`It ended: ${said}`)));
        look();
      }),
  };
  return running;
}

const childrenOf = (pid) =>
  spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child);

const address = /Lectern is at (http:\/\/\S+)/;
const isUp = (origin) => fetch(`${origin}/v1/health`).then((answer) => answer.ok);

test('the delay between two restarts grows, up to a minute', () => {
  assert.deepEqual([1, 2, 3, 6, 7, 30].map(pauseAfter), [1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
});

describe('[S-01] a server that has crashed', () => {
  test('is restarted after it was killed, and the log says so', async () => {
    const server = begin(process.execPath, [supervisor]);
    await server.hears(address);
    const [child] = childrenOf(server.process.pid);
    process.kill(child, 'SIGKILL');
    await server.hears(/The server was ended by SIGKILL\. It starts again in 1 s\./);
    const [, origin] = await server.hears(address, 2);
    await server.hears(/The server is back\./);
    assert.ok(await isUp(origin));
    server.process.kill('SIGTERM');
    assert.equal(await server.ended, 0);
    await assert.rejects(isUp(origin));
  });

  test('by an unhandled rejection shuts down, logs the reason, and is restarted', async () => {
    const fault = join(folder, 'fault.mjs');
    writeFileSync(
      fault,
      "process.on('SIGUSR2', () => { Promise.reject(new Error('a fault made by the test')); });\n",
    );
    const server = begin(process.execPath, [supervisor], { NODE_OPTIONS: `--import=${fault}` });
    await server.hears(address);
    const [child] = childrenOf(server.process.pid);
    process.kill(child, 'SIGUSR2');
    await server.hears(/a fault made by the test/);
    await server.hears(/uncaught error: the server exits/);
    await server.hears(/The server ended with code 1\. It starts again in 1 s\./);
    const [, origin] = await server.hears(address, 2);
    assert.ok(await isUp(origin));
    server.process.kill('SIGTERM');
    assert.equal(await server.ended, 0);
  });
});

test('a server that cannot start is not restarted endlessly', async () => {
  const server = begin(process.execPath, [supervisor], { PORT: 'none' });
  assert.equal(await server.ended, 1);
  assert.match(server.said(), /Lectern cannot start/);
  assert.doesNotMatch(server.said(), /starts again/);
});

test('[O-16] SIGTERM lets a pending request finish and accepts no new ones', async () => {
  const server = begin(process.execPath, [supervisor]);
  const [, origin] = await server.hears(address);
  const body = JSON.stringify({ email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' });
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST /v1/auth/register HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  );
  // A later request on another connection shows that the first half has been received.
  assert.ok(await isUp(origin));
  // One from the process manager and one from the terminal.
  server.process.kill('SIGTERM');
  server.process.kill('SIGTERM');
  while (await isUp(origin).catch(() => false));
  socket.write(body.slice(20));
  await closed;
  assert.match(answer, /^HTTP\/1\.1 201 .*"name":"Ada"/s);
  assert.equal(await server.ended, 0);
});

describe('[O-04] nothing is left running', () => {
  test('when the supervisor is killed', async () => {
    const server = begin(process.execPath, [supervisor]);
    await server.hears(address);
    server.process.kill('SIGKILL');
    // The server shares the output pipe: it closes once the server has ended as well.
    await server.ended;
  });

  test('when the shell in which npm runs a script is killed', async () => {
    const script = `import(${JSON.stringify(join(root, 'tools/lib/processes/run.mjs'))}).then(({ run }) => run(process.execPath, [${JSON.stringify(supervisor)}]))`;
    writeFileSync(join(folder, 'script.mjs'), script);
    // Not the last command of its line, so that the shell does not replace itself with it.
    const server = begin('sh', ['-c', `'${process.execPath}' '${join(folder, 'script.mjs')}'; true`]);
    await server.hears(address);
    server.process.kill('SIGTERM');
    await server.ended;
  });
});
