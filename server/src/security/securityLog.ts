import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Insertable } from 'kysely';
import type { Config } from '../config/config.ts';
import { networkOf } from '../rateLimits/authLimits.ts';
import type { Db } from '../store/db.ts';
import type { SecurityEventsTable } from '../store/schema.ts';
import { eventThrottle } from './eventThrottle.ts';
import { type SecurityEvent, type SecurityEventKind, securityEventKinds } from './securityEvents.ts';

/** Where an event came from. */
export type EventSource = Pick<FastifyRequest, 'ip' | 'headers' | 'signedIn'>;

/** What happened to accounts and sign-ins, and what was refused: in the operator's log and in a table. */
export interface SecurityLog {
  /**
   * Writes one line at once and one row soon after; never throws and never waits. Call it when the effect is
   * committed; handlers that run in the transaction of their request may call it anywhere, as it is held until then.
   * @param source the request; null for the command line
   */
  record(event: SecurityEvent, source: EventSource | null): void;
  /**
   * In place of an address that is nobody's, and of an account that is deleted: the same each time, and tells nothing.
   */
  pseudonym(name: string): string;
  /** Resolves when everything that was recorded is stored. */
  flush(): Promise<void>;
  /** Writes counts of suppressed events that are still open, then as `flush`. */
  close(): Promise<void>;
}

const mostUserAgent = 200;
const mostWaiting = 2_000;
const batchSize = 100;

type Row = Insertable<SecurityEventsTable>;

/**
 * @param log of the server; its lines carry `log: 'security'` and are written whatever
 * LECTERN_LOG says, but for 'silent'; null: rows only
 */
export function createSecurityLog({
  db,
  config,
  now,
  log,
}: {
  db: Db;
  config: Pick<Config, 'secret' | 'logLevel'>;
  now: () => Date;
  log: FastifyBaseLogger | null;
}): SecurityLog {
  const lines = log?.child({ log: 'security' }, { level: config.logLevel === 'silent' ? 'silent' : 'info' });
  const throttle = eventThrottle<SecurityEventKind>();
  let waiting: Row[] = [];
  let writing: Promise<void> | null = null;

  function add(row: Row, kind: SecurityEventKind): void {
    const { details, by_strangers: _, ...line } = row;
    lines?.info({ ...line, details: JSON.parse(details) }, securityEventKinds[kind].message);
    if (waiting.length >= mostWaiting) return;
    waiting.push(row);
    writing ??= write().finally(() => {
      writing = null;
    });
  }

  /** One batch after the other, so that a flood never holds more than one connection. */
  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      try {
        await db.insertInto('security_events').values(batch).execute();
      } catch (err) {
        log?.error(
          { err, events: batch.length },
          'security events could not be stored; their lines are above',
        );
      }
    }
  }

  async function flush(): Promise<void> {
    while (writing !== null) await writing;
  }

  function addSuppressed(all: boolean): void {
    for (const { kind, network, count } of throttle.drain(now(), all)) {
      const details = { suppressed: true };
      add(rowOf({ kind, accountId: null, actorId: null, address: network || null, details, count }), kind);
    }
  }

  function rowOf({
    kind,
    accountId,
    actorId,
    address,
    userAgent = null,
    details,
    count = 1,
  }: {
    kind: SecurityEventKind;
    accountId: string | null;
    actorId: string | null;
    address: string | null;
    userAgent?: string | null;
    details: object;
    count?: number;
  }): Row {
    return {
      id: randomUUID(),
      at: now().toISOString(),
      kind,
      account_id: accountId,
      actor_id: actorId,
      address,
      user_agent: userAgent,
      details: JSON.stringify(details),
      count,
      by_strangers: securityEventKinds[kind].byStrangers ? 1 : 0,
    };
  }

  return {
    record({ kind, userId, details }, source) {
      addSuppressed(false);
      const { byStrangers } = securityEventKinds[kind];
      const actor = source?.signedIn ?? null;
      const network = source === null ? '' : networkOf(source);
      const account = byStrangers ? '' : (actor?.id ?? userId ?? '');
      // Of what an administrator does no line is left out.
      const isWritten = actor?.roles.includes('admin') && !byStrangers;
      if (!isWritten && !throttle.admit(kind, { network, account }, now())) return;
      add(
        rowOf({
          kind,
          accountId: userId,
          actorId: actor?.id ?? null,
          address: source?.ip ?? null,
          userAgent: source?.headers['user-agent']?.slice(0, mostUserAgent) ?? null,
          details,
        }),
        kind,
      );
    },
    pseudonym: (name) =>
      createHmac('sha256', config.secret).update(`pseudonym\n${name}`).digest('hex').slice(0, 16),
    flush,
    async close() {
      addSuppressed(true);
      await flush();
    },
  };
}

/** A log that keeps what it is given until `release`: for a transaction, whose events happened only if it commits. */
export function deferredSecurityLog(log: SecurityLog): { log: SecurityLog; release(): void } {
  const held: Parameters<SecurityLog['record']>[] = [];
  return {
    log: {
      ...log,
      record: (...event) => {
        held.push(event);
      },
    },
    release() {
      for (const event of held.splice(0)) log.record(...event);
    },
  };
}
