import { Kysely, type Logger, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Tables } from '../schema.ts';

/** int8 and numeric: sums and counts, all far below 2^53. */
const wholeNumbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Connections of a process: more than one reader can have at work (rateLimits/routeCosts.ts). */
const mostConnections = 16;
/** Milliseconds that a request waits for one of them. */
const connectionTimeout = 10_000;
/** Milliseconds beyond the timeout of the database after which it is taken for gone. */
const grace = 5_000;

/**
 * Connects as a postgres:// address says; the first query makes the first connection.
 * @param timeout milliseconds that a statement may take; null for as long as it likes
 * @param name by which the connections are listed in the database
 * @param log told of each statement
 */
export function openPostgres(
  url: string,
  { timeout, name, log }: { timeout: number | null; name: string; log: Logger },
): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: mostConnections,
    connectionTimeoutMillis: Math.min(connectionTimeout, timeout ?? connectionTimeout),
    keepAlive: true,
    ...(timeout === null
      ? {}
      : {
          statement_timeout: timeout,
          query_timeout: timeout + grace,
          idle_in_transaction_session_timeout: timeout + grace,
        }),
    types: {
      getTypeParser: (oid, format) =>
        wholeNumbers.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // One that dies at rest is replaced by the next that is needed.
  pool.on('error', () => {});
  return new Kysely<Tables>({ log, dialect: new PostgresDialect({ pool: withoutNul(pool) }) });
}

/** PostgreSQL has no U+0000 in its texts; a reader's text that has one is kept with a mark in its place. */
function withoutNul(pool: pg.Pool): PostgresPool {
  const clean = (value: unknown) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      return {
        query: (text: string, values: readonly unknown[]) => client.query(text, values.map(clean)),
        release: (destroy?: boolean) => client.release(destroy),
      } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}
