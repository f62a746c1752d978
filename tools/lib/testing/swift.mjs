/**
 * A real S3-compatible server for tests: OpenStack Swift with its s3api, from Debian packages.
 * They are unpacked into .cache without being installed; the server runs as the user of the
 * tests, on 127.0.0.1, and is deleted when it is stopped.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { freePort } from '../processes/freePort.mjs';

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
const python = '/usr/bin/python3';
const user = { key: 'lectern:tester', secret: 'testing' };
/**
 * Milliseconds to wait for the server to answer: on a busy machine its programs load slowly.
 */
const startTimeoutMs = 120_000;

const attempt = (command, args, options = {}) =>
  spawnSync(command, args, { encoding: 'utf8', timeout: 90_000, ...options });

/**
 * @returns {Promise<{ url: string, stop(): Promise<void> }>} an address in
 *   the form of S3_TEST: http://key:secret@host:port
 * @throws with instructions if it cannot run here
 */
export async function startSwift() {
  const home = unpacked();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-swift-'));
  const started = [];
  const stop = async () => {
    for (const { child, gone } of started.reverse()) {
      child.kill('SIGKILL');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await configure(home, folder);
    for (const name of ['account', 'container', 'object', 'proxy']) started.push(run(home, folder, name));
    await answers(port, started);
    return { url: `http://${user.key.replace(':', '%3A')}:${user.secret}@127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw new Error(`The S3 server of the tests (OpenStack Swift) cannot start here: ${error.message}`);
  }
}

/** @returns the folder that contains usr/bin/swift-proxy-server */
function unpacked() {
  if (existsSync('/usr/bin/swift-proxy-server') && existsSync('/usr/bin/swift-object-server')) return '/';
  const home = join(root, '.cache', 'swift');
  if (existsSync(join(home, 'usr', 'bin', 'swift-proxy-server'))) return home;
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get'))
    throw new Error("There is no S3 server here: Swift's packages can only be downloaded with apt.");
  console.log(
    'No S3 server on this machine: unpacking OpenStack Swift (Debian packages, 6 MB) into .cache …',
  );
  const isRoot = process.getuid?.() === 0;
  if (!missing().length && isRoot) attempt('apt-get', ['update', '-q'], { stdio: 'inherit' });
  if (!existsSync(python) && isRoot)
    attempt('apt-get', [
      'install',
      '-y',
      '-q',
      '--no-install-recommends',
      'python3',
      'python3-pkg-resources',
    ]);
  if (!existsSync(python)) throw new Error(`There is no S3 server here: it needs ${python}.`);
  const names = missing();
  const drafts = `${home}.${process.pid}`;
  mkdirSync(join(drafts, 'packages'), { recursive: true });
  try {
    const got = attempt('apt-get', ['download', '-q', ...names], { cwd: join(drafts, 'packages') });
    if (names.length === 0 || got.status !== 0)
      throw new Error(`There is no S3 server here: apt has no Swift to fetch (${lastLine(got.stderr)}).`);
    for (const file of readdirSync(join(drafts, 'packages'))) {
      const { status, stderr } = attempt('dpkg-deb', ['-x', join('packages', file), 'root'], { cwd: drafts });
      if (status !== 0) throw new Error(`${file} cannot be unpacked: ${lastLine(stderr)}`);
    }
    renameSync(join(drafts, 'root'), home);
  } finally {
    rmSync(drafts, { recursive: true, force: true });
  }
  return home;
}

/** The packages that apt would install for Swift, without those for production use (uwsgi, rsyslog, …). */
function missing() {
  const { stdout } = attempt('apt-get', ['-s', '-q', 'install', '--no-install-recommends', ...packages]);
  return [...(stdout ?? '').matchAll(/^Inst (\S+)/gm)]
    .map(([, name]) => name)
    .filter((name) => /^(python3-|swift|lib)/.test(name));
}

const lastLine = (text) => (text ?? '').trim().split('\n').at(-1) || 'no reason given';

const environment = (home) => ({
  PATH: process.env.PATH,
  // Compiled once: this takes a third off the next start,
  // and nothing is written beside the unpacked files.
  PYTHONPYCACHEPREFIX: join(root, '.cache', 'swift-bytecode'),
  ...(home === '/'
    ? {}
    : {
        PYTHONPATH: join(home, 'usr/lib/python3/dist-packages'),
        LD_LIBRARY_PATH: readdirSync(join(home, 'usr/lib'))
          .filter((name) => name.includes('-linux-'))
          .map((name) => join(home, 'usr/lib', name))
          .join(':'),
      }),
});

/** Writes the ring of each server: 16 partitions, one disk, one replica. One process, since loading takes a second. */
const rings = `import json, sys
from swift.common.ring import RingBuilder
for name, port in json.loads(sys.argv[2]).items():
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{name}.ring.gz')`;

/** One of each server, one disk, one replica. @returns the port of the proxy */
async function configure(home, folder) {
  const write = (name, lines) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  mkdirSync(join(folder, 'disks', 'd1'), { recursive: true });
  write('swift.conf', [
    '[swift-hash]',
    'swift_hash_path_suffix = lectern',
    '[storage-policy:0]',
    'name = one',
    'default = yes',
  ]);
  const common = (port) => [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    `user = ${userInfo().username}`,
    `swift_dir = ${folder}`,
    'workers = 0',
    `log_address = ${join(folder, 'no-log')}`,
  ];
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
  const made = attempt(python, ['-c', rings, folder, JSON.stringify(ports)], { env: environment(home) });
  if (made.status !== 0) throw new Error(`its rings cannot be made: ${lastLine(made.stderr)}`);
  for (const [name, port] of Object.entries(ports)) {
    write(`${name}.conf`, [
      ...common(port),
      `devices = ${join(folder, 'disks')}`,
      'mount_check = false',
      'disable_fallocate = true',
      '[pipeline:main]',
      `pipeline = ${name}-server`,
      `[app:${name}-server]`,
      `use = egg:swift#${name}`,
    ]);
  }
  const port = await freePort();
  write('proxy.conf', [
    ...common(port),
    '[pipeline:main]',
    'pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes proxy-server',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    ...[
      'catch_errors',
      'gatekeeper',
      'listing_formats',
      'bulk',
      'copy',
      'slo',
      'dlo',
      'versioned_writes',
    ].flatMap((name) => [`[filter:${name}]`, `use = egg:swift#${name}`]),
    // It requires a cache setting, and works without a cache at that address.
    '[filter:cache]',
    'use = egg:swift#memcache',
    'memcache_servers = 127.0.0.1:1',
    '[filter:s3api]',
    'use = egg:swift#s3api',
    'location = us-east-1',
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    `user_${user.key.replace(':', '_')} = ${user.secret} .admin`,
  ]);
  return port;
}

/** The programs have no option for the path of swift.conf, so it is set before they start. */
const launcher = `import sys, runpy
from swift.common import utils
utils.SWIFT_CONF_FILE = sys.argv[1]
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name='__main__')`;

function run(home, folder, name) {
  const program = join(home, 'usr/bin', `swift-${name}-server`);
  const child = spawn(
    python,
    ['-c', launcher, join(folder, 'swift.conf'), program, join(folder, `${name}.conf`), '-v'],
    { env: environment(home), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const server = { name, child, said: '', ended: false, gone: undefined };
  child.stderr.on('data', (chunk) => {
    server.said = (server.said + chunk).slice(-2_000);
    if (process.env.SWIFT_SAY) process.stderr.write(chunk);
  });
  server.gone = new Promise((resolve) =>
    child.once('exit', () => {
      server.ended = true;
      resolve();
    }),
  );
  return server;
}

async function answers(port, started) {
  const until = Date.now() + startTimeoutMs;
  while (Date.now() < until) {
    const dead = started.find(({ ended }) => ended);
    if (dead) throw new Error(`its ${dead.name} server ended: ${lastLine(dead.said)}`);
    // Only the proxy is used, and it uses all the others: it rejects an unsigned list of buckets.
    const status = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.status,
      () => null,
    );
    if (status !== null && status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('it does not answer');
}
