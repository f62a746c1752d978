/** The real server, and ways to harm it and its SQLite database. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './testDatabase.ts';

export interface SyncServer extends TestDatabase {
  /** Root of the API. */
  root: string;
  /** Asks it, as fetch does. */
  fetch(address: URL, init: RequestInit): Promise<Response>;
  /** Ends it as a power cut would. */
  kill(): void;
  /** Starts it again over the same data; resolves when it answers. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** In memory where the system has such a folder: what a schedule kills is the process, not the power. */
export function makeDataFolder(): string {
  const inMemory = '/dev/shm';
  return mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), 'lectern-sync-'));
}
