/** The real server, with ways to kill it and to fill its SQLite database. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './testDatabase.ts';

export interface SyncServer extends TestDatabase {
  /** Root of the API. */
  root: string;
  /** Sends a request, like fetch. */
  fetch(address: URL, init: RequestInit): Promise<Response>;
  /** Kills the process. */
  kill(): void;
  /** Starts it again over the same data; resolves when it answers. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** In memory if the system has such a folder: schedules kill the process, they do not cut the power. */
export function makeDataFolder(): string {
  const inMemory = '/dev/shm';
  return mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), 'lectern-sync-'));
}
