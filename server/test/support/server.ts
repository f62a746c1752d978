import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { type App, buildApp } from '../../src/app.ts';
import { createMarksReader } from '../../src/devices/annotations/reading/marksReader.ts';
import type { FolderTimes } from '../../src/intake/folders/folders.ts';
import { createCoverRenderer, createPageRenderer } from '../../src/intake/ingest/pageImage/renderers.ts';
import { IngestPool } from '../../src/intake/jobs/IngestPool.ts';
import type { PasswordHasher } from '../../src/people/auth/credentials/passwords.ts';
import { type Config, databaseFile, loadConfig } from '../../src/run/config/config.ts';
import type { Services } from '../../src/run/services/services.ts';
import { type Client, client } from './client.ts';
import { dropDatabaseOf, migratedFile, storesFor } from './store.ts';

export interface TestServer {
  /** http://127.0.0.1:port */
  origin: string;
  config: Config;
  services: Services;
  /** A visitor who is not signed in. */
  visitor: Client;
  /** Registers a new user with a unique name and signs in. */
  reader(name?: string): Promise<Client>;
  /** @param drainTimeoutMs milliseconds that requests under way are given to finish */
  stop(drainTimeoutMs?: number): Promise<void>;
}

export interface StartOptions {
  config?: Partial<Config>;
  services?: Partial<Services>;
  /** Passwords are hashed as in the product; by default at the lowest cost, since every reader of a test has one. */
  atFullCost?: boolean;
  /** How often folders are looked at; by default only when a test does. */
  folderTimes?: FolderTimes;
  /** Used and not removed; by default a temporary folder. */
  dataDir?: string;
}

const cheapHasher: PasswordHasher = {
  hash: (password) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  verify,
};

/** A server that stops leaves its helper processes to the next one. They end with the process of the tests. */
const stop = async () => {};
const quiet = { error: () => {} };
const day = 86_400_000;
const noLooks: FolderTimes = { everyMs: day, settleMs: day, findMs: day };

class SharedPool extends IngestPool {
  override stop = stop;
}

/** Processes that read books, for the queues of a test as well. */
export const sharedPool: IngestPool = new SharedPool({ size: 2, onTrouble: () => {} });

/**
 * Helper processes that all servers of a test process share: starting one takes half a second of CPU time, as much as
 * many a whole file of tests.
 */
const sharedHelpers = {
  ingestPool: sharedPool,
  covers: Object.assign(createCoverRenderer(quiet), { stop }),
  pages: Object.assign(createPageRenderer(quiet), { stop }),
  marks: Object.assign(createMarksReader(quiet), { stop }),
};

/** Starts the real server on a free port, with its own database and files in a temporary folder. */
export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'lectern-test-')));
  const config = {
    ...loadConfig({ DATA_DIR: dataDir, LECTERN_LOG: 'silent', ...(await storesFor(dataDir, 'migrated')) }),
    ...options.config,
  };
  if (!options.dataDir && config.databaseUrl === null)
    await copyFile(await migratedFile(), databaseFile(config));
  const hasher = options.atFullCost ? {} : { passwordHasher: cheapHasher };
  const built: App = await buildApp(config, {
    ...sharedHelpers,
    ...hasher,
    folderTimes: options.folderTimes ?? noLooks,
    ...options.services,
  });
  // Tests kill processes, but not the machine: durability against power failures is not needed.
  if (config.databaseUrl === null) await sql`pragma synchronous = off`.execute(built.services.db);
  const origin = await built.app.listen({ host: '127.0.0.1', port: 0 });
  let readers = 0;
  return {
    origin,
    config,
    services: built.services,
    visitor: client(origin, config.root),
    async reader(name = `reader${++readers}`) {
      const reader = client(origin, config.root);
      await reader.register({ email: `${name}@example.org`, password: `password of ${name}`, name });
      return reader;
    },
    async stop(drainTimeoutMs) {
      await built.close(drainTimeoutMs);
      if (options.dataDir) return;
      await dropDatabaseOf(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface SpawnedServer {
  origin: string;
  process: ChildProcess;
  visitor: Client;
  /** Kills it; resolves when it has exited. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts the server as a separate process over `dataDir`, so that it can be killed and restarted.
 * @param says the expected output once it listens
 */
export async function spawnServer(
  dataDir: string,
  env: Record<string, string> = {},
  says = /(?:)/,
): Promise<SpawnedServer> {
  const main = fileURLToPath(new URL('../../main.mjs', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      LECTERN_LOG: 'silent',
      ...(await storesFor(dataDir, 'migrated')),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /Lectern is at (http:\/\/\S+)/.exec(said)?.[1];
      if (address && says.test(said)) resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
  return {
    origin,
    process: child,
    visitor: client(origin, '/v1'),
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await gone;
    },
  };
}
