/** Starts the real server on a free loopback port, with a temporary data folder. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remotesDist, root, shellDist } from '../paths.mjs';
import { freePort } from './freePort.mjs';

/** Milliseconds to wait for a server to answer; one that has exited is noticed at once. */
const startTimeoutMs = 120_000;

/**
 * @param {Record<string, string>} settings environment for the server
 * @returns {Promise<{url: string, dataDir: string, pid(): number, log(): string, kill(signal?: string): Promise<void>,
 *   stop(): Promise<void>, restart(): Promise<void>}>}
 */
export async function startServer(settings = {}) {
  const product = process.env.LECTERN_DIST
    ? { LECTERN_PUBLIC_DIR: shellDist, LECTERN_REMOTES_DIR: remotesDist }
    : {};
  const port = await freePort();
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'lectern-'));
  const url = `http://127.0.0.1:${port}`;
  let log = '';
  let child;

  const launch = async () => {
    child = spawn(process.execPath, [join(root, 'server/main.mjs')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...product,
        HOST: '127.0.0.1',
        ...settings,
        PORT: String(port),
        DATA_DIR: dataDir,
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
    const started = Date.now();
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The server did not start:\n${log}`);
      const answer = await fetch(`${url}/v1/health`).catch(() => null);
      if (answer?.ok) return;
      if (Date.now() - started > startTimeoutMs) {
        child.kill('SIGKILL');
        throw new Error(`The server did not answer within ${startTimeoutMs / 1000} s:\n${log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const kill = (signal = 'SIGKILL') =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  await launch();
  return {
    url,
    dataDir,
    pid: () => child.pid,
    log: () => log,
    kill,
    restart: launch,
    stop: async () => {
      await kill('SIGTERM');
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
