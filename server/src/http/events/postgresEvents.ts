import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { type ErrorLog, runInBackground } from '../../run/common/runInBackground.ts';
import type { Db } from '../../store/db.ts';
import type { EventListener, EventMessage, OpenEventChannel } from './liveEvents.ts';

const channelName = 'lectern_events';
/** Reconnect delays in milliseconds, doubled with each failure. */
const reconnect = { first: 1_000, longest: 30_000 };
const checkTimeout = 10_000;

/** Sends a message from a command, which ends before a channel would send it. */
export async function publishFromCommand(db: Db, message: EventMessage): Promise<void> {
  await sql`select pg_notify(${channelName}, ${payloadOf('command', message)})`.execute(db);
}

const payloadOf = (origin: string, message: EventMessage) => JSON.stringify({ origin, message });

/**
 * Uses LISTEN and NOTIFY on a dedicated connection. It needs a direct connection or a pooler in session mode; where
 * it fails, pages poll instead.
 */
export function postgresEvents(url: string, log: ErrorLog): OpenEventChannel {
  return (listener) => new PostgresEventChannel(url, listener, log);
}

class PostgresEventChannel {
  readonly #url: string;
  readonly #listener: EventListener;
  readonly #log: ErrorLog;
  /** Marks our own messages, which have been delivered to our pages already. */
  readonly #origin = randomUUID();
  #client: pg.Client | null = null;
  #reconnecting: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(url: string, listener: EventListener, log: ErrorLog) {
    this.#url = url;
    this.#listener = listener;
    this.#log = log;
    this.#inBackground(() => this.#connect());
  }

  get isOpen(): boolean {
    return this.#client !== null;
  }

  publish(message: EventMessage): void {
    const client = this.#client;
    client
      ?.query('select pg_notify($1, $2)', [channelName, payloadOf(this.#origin, message)])
      .catch(() => this.#onDisconnect(client));
  }

  async check(): Promise<void> {
    const client = this.#client;
    await client?.query({ text: 'select 1', query_timeout: checkTimeout } as pg.QueryConfig).catch(() => {
      this.#onDisconnect(client);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnecting);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'lectern events',
      connectionTimeoutMillis: checkTimeout,
      keepAlive: true,
    });
    client.on('error', () => this.#onDisconnect(client));
    client.on('end', () => this.#onDisconnect(client));
    client.on('notification', ({ payload }) => this.#onNotification(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channelName}`);
    } catch (err) {
      if (this.#failures === 0) this.#log.error({ err }, 'no live events: pages poll for changes instead');
      client.end().catch(() => undefined);
      this.#connectLater();
      return;
    }
    if (this.#isClosed) return client.end();
    this.#client = client;
    this.#failures = 0;
  }

  #onDisconnect(client: pg.Client): void {
    if (client !== this.#client) return;
    this.#client = null;
    client.end().catch(() => undefined);
    this.#listener.onClosed();
    this.#connectLater();
  }

  #connectLater(): void {
    if (this.#isClosed) return;
    const wait = Math.min(reconnect.longest, reconnect.first * 2 ** this.#failures);
    this.#failures += 1;
    this.#reconnecting = setTimeout(() => this.#inBackground(() => this.#connect()), wait).unref();
  }

  #onNotification(payload: string): void {
    const { origin, message } = JSON.parse(payload) as { origin: string; message: EventMessage };
    if (origin !== this.#origin) this.#listener.onMessage(message);
  }

  #inBackground(work: () => Promise<void>): void {
    runInBackground(work, this.#log, 'events between processes failed');
  }
}
