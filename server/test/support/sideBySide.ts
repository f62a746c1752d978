import assert from 'node:assert/strict';
import pg from 'pg';
import type { Db, Services } from '../../src/run/services/services.ts';
import { startServer, type TestServer } from './server.ts';

/**
 * Two processes over one library, if the engine allows it: on PostgreSQL a second server on the same database, on
 * SQLite the same server twice.
 */
export async function withTwoServers(
  work: (one: TestServer, other: TestServer) => Promise<void>,
  options: Parameters<typeof startServer>[0] = {},
): Promise<void> {
  const one = await startServer(options);
  try {
    if (!one.services.engine.shared) return await work(one, one);
    const other = await startServer({ ...options, dataDir: one.config.dataDir });
    try {
      await work(one, other);
    } finally {
      await other.stop();
    }
  } finally {
    await one.stop();
  }
}

/**
 * Runs these concurrently. On PostgreSQL, writes to the table are blocked until all of them wait, for the table or
 * for each other, so that each has read before any has written, unless a lock prevents that. On SQLite, the only
 * connection is held until all of them want it, so that they then alternate by query or transaction.
 */
export async function sideBySide<T>(
  { config, services }: TestServer,
  table: string,
  asked: readonly (() => Promise<T>)[],
): Promise<T[]> {
  if (config.databaseUrl === null) return takingTurns(services.db, asked);
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in share mode`);
    let early = 0;
    const answers = asked.map((ask) =>
      ask().finally(() => {
        early++;
      }),
    );
    for (let waiting = 0; waiting < asked.length; ) {
      assert.equal(early, 0, `answered before anything could be written to ${table}`);
      const { rows } = await client.query(
        'select count(distinct pid)::int as waiting from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())',
      );
      waiting = rows[0].waiting;
      // Leaves the processor to those that are awaited: passwords are hashed at a low priority.
      await client.query('select pg_sleep(0.01)');
    }
    await client.query('commit');
    return await Promise.all(answers);
  } finally {
    await client.end();
  }
}

/** Does this once, between the first statement that matches and the use of its result. */
export function afterStatement(
  { db }: Pick<Services, 'db'>,
  pattern: RegExp,
  work: () => Promise<unknown>,
): void {
  const executor = executorOf(db);
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (consumer) =>
    provide((connection) =>
      consumer({
        async executeQuery(query) {
          const result = await connection.executeQuery(query);
          if (executor.provideConnection !== provide && pattern.test(query.sql)) {
            executor.provideConnection = provide;
            await work();
          }
          return result;
        },
      }),
    );
}

interface Connection {
  executeQuery(query: { sql: string }): Promise<unknown>;
}

const executorOf = (db: Db) =>
  db.getExecutor() as unknown as {
    provideConnection(consumer: (connection: Connection) => Promise<unknown>): Promise<unknown>;
  };

async function takingTurns<T>(db: Db, asked: readonly (() => Promise<T>)[]): Promise<T[]> {
  const executor = executorOf(db);
  const provide = executor.provideConnection.bind(executor);
  const allWait = Promise.withResolvers<void>();
  let waiting = 0;
  executor.provideConnection = (consumer) => {
    if (++waiting === asked.length) allWait.resolve();
    return provide(consumer);
  };
  const held = provide(() => allWait.promise);
  try {
    return await Promise.all(asked.map((ask) => ask()));
  } finally {
    executor.provideConnection = provide;
    allWait.resolve();
    await held;
  }
}
