import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Insertable } from 'kysely';
import { networkOf } from '../../http/rateLimits/authLimits.ts';
import type { Config } from '../../run/config/config.ts';
import type { Db } from '../../store/db.ts';
import type { SecurityEventsTable } from '../../store/schema.ts';
import { type SecurityEventDetails, type SecurityEventKind, securityEventKinds } from './securityEvents.ts';

/** The origin of an event. */
type EventSource = Pick<FastifyRequest, 'ip' | 'headers' | 'signedIn'>;

/** Records events of accounts and sessions, and refused requests: in the operator's log and in a table. */
export interface SecurityLog {
  /**
   * Writes a log line at once and a row soon after; never throws or blocks. Call it when the effect is committed.
   * Handlers in the transaction of their request may call it anywhere, since it is deferred until the commit.
   * @param source the request; null for the command line
   * @param userId the account concerned; null for none
   */
  record<Kind extends SecurityEventKind>(
    source: EventSource | null,
    kind: Kind,
    userId: string | null,
    details: SecurityEventDetails[Kind],
  ): void;
  /** Stands for an address without an account, or a deleted account: always the same, but irreversible. */
  pseudonym(name: string): string;
  /** Resolves when all events are stored. */
  flush(): Promise<void>;
  /** Writes pending counts of suppressed events, then flushes. */
  close(): Promise<void>;
}

const maxUserAgentLength = 200;
const maxWaiting = 2_000;
const batchSize = 100;

type Row = Insertable<SecurityEventsTable>;

/**
 * @param log of the server; lines have `log: 'security'` and are written at any LECTERN_LOG except 'silent'; null for
 * rows only
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
  const throttle = createThrottle();
  const rows = createRowWriter(db, log);

  function add(row: Row, kind: SecurityEventKind): void {
    const { details, by_strangers: _, ...line } = row;
    lines?.info({ ...line, details: JSON.parse(details) }, securityEventKinds[kind].message);
    rows.add(row);
  }

  function addSuppressed(all: boolean): void {
    for (const { kind, network, count } of throttle.endWindow(now(), all)) {
      const details = { suppressed: true };
      const at = now();
      add(
        rowOf({ at, kind, accountId: null, actorId: null, address: network || null, details, count }),
        kind,
      );
    }
  }

  return {
    record(source, kind, userId, details) {
      addSuppressed(false);
      const { byStrangers } = securityEventKinds[kind];
      const actor = source?.signedIn ?? null;
      const network = source === null ? '' : networkOf(source);
      const account = byStrangers ? '' : (actor?.id ?? userId ?? '');
      // Actions of administrators are always written.
      const isWritten = actor?.roles.includes('admin') && !byStrangers;
      if (!isWritten && !throttle.admit(kind, network, account)) return;
      add(
        rowOf({
          at: now(),
          kind,
          accountId: userId,
          actorId: actor?.id ?? null,
          address: source?.ip ?? null,
          userAgent: source?.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
          details,
        }),
        kind,
      );
    },
    pseudonym: (name) =>
      createHmac('sha256', config.secret).update(`pseudonym\n${name}`).digest('hex').slice(0, 16),
    flush: rows.flush,
    async close() {
      addSuppressed(true);
      await rows.flush();
    },
  };
}

/** Stores rows in batches, one after the other, so that a flood never uses more than one connection. */
function createRowWriter(db: Db, log: FastifyBaseLogger | null) {
  let waiting: Row[] = [];
  let writing: Promise<void> | null = null;

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

  return {
    /** Leaves the row out when too many wait already. */
    add(row: Row): void {
      if (waiting.length >= maxWaiting) return;
      waiting.push(row);
      writing ??= write().finally(() => {
        writing = null;
      });
    },
    async flush(): Promise<void> {
      while (writing !== null) await writing;
    },
  };
}

interface RowFields {
  at: Date;
  kind: SecurityEventKind;
  accountId: string | null;
  actorId: string | null;
  address: string | null;
  userAgent?: string | null;
  details: object;
  count?: number;
}

function rowOf(event: RowFields): Row {
  return {
    id: randomUUID(),
    at: event.at.toISOString(),
    kind: event.kind,
    account_id: event.accountId,
    actor_id: event.actorId,
    address: event.address,
    user_agent: event.userAgent ?? null,
    details: JSON.stringify(event.details),
    count: event.count ?? 1,
    by_strangers: securityEventKinds[event.kind].byStrangers ? 1 : 0,
  };
}

/** A log that holds events until `release`, for a transaction that may be rolled back. */
export function deferredSecurityLog(log: SecurityLog): { log: SecurityLog; release(): void } {
  const held: (() => void)[] = [];
  return {
    log: {
      ...log,
      record: (...event) => {
        held.push(() => log.record(...event));
      },
    },
    release() {
      for (const record of held.splice(0)) record();
    },
  };
}

const windowMilliseconds = 10 * 60_000;
/** Events of one kind per window: of one account in one network, of one network, and in total. */
const most = { ofAccount: 20, ofNetwork: 100, ofKind: 600 };

/** Number of events of one kind that were not written: of a network, or of many (''). */
interface Suppressed {
  kind: SecurityEventKind;
  network: string;
  count: number;
}

/**
 * Limits events of one kind in ten minutes to 20 per account, 100 per network and 600 in total. Others are only
 * counted, so that a flood makes one line instead of a million.
 */
function createThrottle() {
  let windowEnd = 0;
  let written = new Map<string, number>();
  let suppressed = new Map<string, Suppressed>();
  return {
    /** Begins a new window when one has ended, or at once; returns what was suppressed in the former. */
    endWindow(now: Date, atOnce: boolean): readonly Suppressed[] {
      if (!atOnce && now.getTime() < windowEnd) return [];
      const ended = [...suppressed.values()];
      windowEnd = now.getTime() + windowMilliseconds;
      written = new Map();
      suppressed = new Map();
      return ended;
    },
    /**
     * Whether to write this event; otherwise it is counted.
     * @param account empty for events that strangers can cause for any account
     */
    admit(kind: SecurityEventKind, network: string, account: string): boolean {
      const counters = [
        { key: kind as string, limit: most.ofKind, from: '' },
        { key: `${kind}\n${network}`, limit: most.ofNetwork, from: network },
        { key: `${kind}\n${network}\n${account}`, limit: most.ofAccount, from: network },
      ];
      const full = counters.find(({ key, limit }) => (written.get(key) ?? 0) >= limit);
      if (full) {
        const entry = suppressed.get(`${kind}\n${full.from}`) ?? { kind, network: full.from, count: 0 };
        suppressed.set(`${kind}\n${full.from}`, { ...entry, count: entry.count + 1 });
        return false;
      }
      for (const { key } of counters) written.set(key, (written.get(key) ?? 0) + 1);
      return true;
    },
  };
}
