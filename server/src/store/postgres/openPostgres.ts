import {
  HandleEmptyInListsPlugin,
  Kysely,
  type Logger,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
} from 'kysely';
import pg from 'pg';
import type { Tables } from '../schema.ts';

/** int8 and numeric, used for sums and counts far below 2^53. */
const wholeNumbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Connections of a process: more than one user can occupy (rateLimits/routeCosts.ts). */
const maxConnections = 16;
/** Milliseconds to wait for a connection. */
const connectionTimeout = 10_000;
/** Milliseconds beyond the statement timeout after which the connection is considered dead. */
const grace = 5_000;

/**
 * Connects by a postgres:// URL, lazily.
 * @param timeout statement timeout in milliseconds; null for none
 * @param name application_name of the connections
 * @param log called for each statement
 */
export function openPostgres(
  url: string,
  { timeout, name, log }: { timeout: number | null; name: string; log: Logger },
): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: maxConnections,
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
  // An idle connection that fails is replaced on demand.
  pool.on('error', () => {});
  return new Kysely<Tables>({
    log,
    dialect: new PostgresDialect({ pool: guarded(pool) }),
    // SQLite accepts the empty list of `in ()`, PostgreSQL does not.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
}

/** The driver's message when `query_timeout` is over. */
const readTimeout = 'Query read timeout';

/**
 * PostgreSQL cannot store U+0000; it is replaced by U+FFFD. A connection that did not answer is closed: every later
 * statement on it would wait for that answer.
 */
function guarded(pool: pg.Pool): PostgresPool {
  const clean = (value: unknown) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      let isDead = false;
      return {
        async query(text: string, values: readonly unknown[]) {
          if (isDead) throw new Error(readTimeout);
          return client.query(text, values.map(clean)).catch((error: Error) => {
            isDead = error.message === readTimeout;
            throw error;
          });
        },
        release: (destroy?: boolean) => client.release(destroy || isDead),
      } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}
