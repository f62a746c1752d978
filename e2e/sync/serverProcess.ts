/** The server as a process of its own, for schedules that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '../../tools/lib/processes/freePort.mjs';
import { makeDataFolder, type SyncServer } from './server.ts';
import { createTestDatabase } from './testDatabase.ts';

const main = join(import.meta.dirname, '../../server/main.mjs');

export async function startServerProcess(): Promise<SyncServer> {
  const dataDir = makeDataFolder();
  const port = await freePort();
  const root = `http://127.0.0.1:${port}/v1`;
  let child = await launch(dataDir, port, root);
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  const database = new DatabaseSync(join(dataDir, 'lectern.db'), { timeout: 10_000 });
  database.exec('pragma synchronous = off');

  return {
    ...(await createTestDatabase(async (sql, values = []) => database.prepare(sql).all(...values), secret)),
    root,
    fetch: (address, init) => fetch(address, init),
    kill: () => {
      child.kill('SIGKILL');
    },
    async restart() {
      await gone(child);
      child = await launch(dataDir, port, root);
    },
    async stop() {
      child.kill('SIGTERM');
      await gone(child);
      database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function launch(dataDir: string, port: number, root: string): Promise<ChildProcess> {
  let said = '';
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LECTERN_LOG: 'silent',
    },
  });
  await new Promise<void>((resolve, reject) => {
    const heard = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes('Lectern is at')) resolve();
    };
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    child.once('exit', (code) => reject(new Error(`The server at ${root} ended with ${code}: ${said}`)));
  });
  return child;
}

function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
