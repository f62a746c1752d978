/** Several processes behind HAProxy, with one PostgreSQL and one bucket, as in docs/operators.md. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../tools/lib/processes/freePort.mjs';
import { startPostgres } from '../../tools/lib/processes/postgres.mjs';
import { type RunningServer, startServer } from '../../tools/lib/processes/server.mjs';
import { startSwift } from '../../tools/lib/processes/swift.mjs';

export interface Replica {
  server: RunningServer;
  /** Processor time and statements of this process since it started. */
  spent(): Promise<Spent>;
}

export interface Spent {
  cpuSeconds: number;
  statements: number;
}

export interface ReplicaSet {
  /** Processes of one library. */
  replicas: Replica[];
  /** One process fewer, each with a database and a bucket of its own: work that a machine has besides. */
  neighbors: Replica[];
  /** HAProxy in front of some of them. @returns its URL */
  proxyFor(some: readonly Replica[]): Promise<string>;
  stop(): Promise<void>;
}

/** Milliseconds to wait for a proxy to answer. */
const proxyTimeoutMs = 30_000;

/** @throws with a sentence that says what to install */
export async function startReplicas(count: number): Promise<ReplicaSet> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-replicas-'));
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const postgres = await startPostgres();
    stops.push(postgres.stop);
    const swift = await startSwift();
    stops.push(swift.stop);
    Object.assign(process.env, {
      DATABASE_URL: postgres.url,
      S3_TEST: swift.url,
      LECTERN_TEST_ENGINE: 'postgres',
    });
    const { storesFor } = await import('../../server/test/support/store.ts');
    const settings = {
      LECTERN_SECRET: randomBytes(48).toString('base64url'),
      LECTERN_TRUST_PROXY: '1',
      LECTERN_REQUESTS_PER_MINUTE: '1000000000',
      LECTERN_LOG: 'error',
    };
    const start = async (name: string, stores: Record<string, string>): Promise<Replica> => {
      const metricsPort = String(await freePort());
      const server = await startServer({
        ...settings,
        ...stores,
        LECTERN_METRICS_PORT: metricsPort,
        DATA_DIR: join(folder, name),
      });
      stops.push(server.stop);
      return { server, spent: () => spentBy(`http://127.0.0.1:${metricsPort}/metrics`) };
    };
    const shared = await storesFor(folder);
    const [replicas, neighbors]: [Replica[], Replica[]] = [[], []];
    for (let at = 0; at < count; at++) replicas.push(await start(`replica-${at}`, shared));
    for (let at = 1; at < count; at++)
      neighbors.push(await start(`neighbor-${at}`, await storesFor(join(folder, `neighbor-${at}`))));
    const proxyFor = async (some: readonly Replica[]) => {
      const proxy = await startProxy(folder, some);
      stops.push(proxy.stop);
      return proxy.url;
    };
    return { replicas, neighbors, proxyFor, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** From the Prometheus metrics. */
async function spentBy(url: string): Promise<Spent> {
  const text = await (await fetch(url)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    cpuSeconds: figure('process_cpu_seconds_total'),
    statements: figure('lectern_database_statements_total'),
  };
}

/** deploy/haproxy.cfg without its certificate, on the ports of this run. */
async function startProxy(folder: string, replicas: readonly Replica[]) {
  const port = await freePort();
  const given = await readFile(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  const servers = replicas.map(({ server }, at) => `  server s${at} ${new URL(server.url).host}\n`);
  const text = given
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace(/( {2}server .*\n)+$/, servers.join(''));
  const file = join(folder, `haproxy-${port}.cfg`);
  await writeFile(file, text);
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  let failed = false;
  child.once('error', () => {
    failed = true;
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + proxyTimeoutMs;
  while (!(await fetch(`${url}/v1/ready`).catch(() => null))?.ok) {
    if (failed || child.exitCode !== null || performance.now() > until)
      throw new Error('HAProxy does not run here: apt-get install haproxy.');
    await wait(100);
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
