import { Readable } from 'node:stream';
import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { AppError } from '../common/errors.ts';
import { type ErrorLog, runInBackground } from '../common/runInBackground.ts';
import type { Db } from '../store/db.ts';
import type { EventMessage, OpenEventChannel } from './eventChannel.ts';

/** A user, and the session with which the stream ends. */
interface Listener {
  id: string;
  sessionId: string;
}

/** Notifies open pages of changes by other devices, by server-sent events. */
export interface LiveEvents {
  /** Notifies the user's pages on all processes. Call it after the transaction. */
  changed(userId: string, revisions: Partial<Revisions>): void;
  /** Closes the streams of ended sessions on all processes. Call it after the transaction. */
  signedOut(): void;
  /**
   * Opens a stream of events: first all revisions, then changes. It ends with the session.
   * @param revisionsNow reads all revisions of the user
   * @throws AppError too_many_at_once when the user has too many streams; busy when the process has, or when the
   * channel is closed
   */
  open(user: Listener, revisionsNow: () => Promise<Revisions>): Promise<Readable>;
  stop(): Promise<void>;
}

/** Limits on streams per user, and per process. */
const most = { ofReader: 8, ofAll: 5_000 };
/** Heartbeat interval in milliseconds: proxies close connections that are silent for a minute. */
const heartbeatMs = 25_000;
/** Bytes buffered for a slow page. */
const maxUnreadBytes = 64 * 1024;
/** Seconds after which a refused page should retry. */
const retryAfter = 60;
/** Sessions checked in one query. */
const checkedAtOnce = 500;

interface OpenStream {
  user: Listener;
  stream: Readable;
  /** Changes before the first event was sent. */
  held: string[] | null;
}

const eventOf = (revisions: Partial<Revisions>) => `event: changes\ndata: ${JSON.stringify(revisions)}\n\n`;

export interface LiveEventsOptions {
  db: Db;
  now(): Date;
  log: ErrorLog;
  /** Opens the channel to the other processes. */
  openChannel: OpenEventChannel;
}

export function createLiveEvents({ db, now, log, openChannel }: LiveEventsOptions): LiveEvents {
  const streams = new Map<string, Set<OpenStream>>();
  let count = 0;
  let isChecking = false;
  let checkAgain = false;

  const all = () => [...streams.values()].flatMap((ofReader) => [...ofReader]);
  const channel = openChannel({
    onMessage: notify,
    // Events would be missed, so pages must go back to polling.
    onClosed: () => all().forEach(end),
  });
  const inBackground = (work: () => Promise<void>) => runInBackground(work, log, 'live events failed');
  const heartbeat = setInterval(() => {
    if (count === 0) return;
    inBackground(async () => {
      await Promise.all([channel.check(), checkSignIns()]);
      write(all(), ':\n\n');
    });
  }, heartbeatMs).unref();

  function notify(message: EventMessage): void {
    if (message.kind === 'signed out') inBackground(checkSignIns);
    else write([...(streams.get(message.userId) ?? [])], eventOf(message.revisions));
  }

  function publish(message: EventMessage): void {
    notify(message);
    channel.publish(message);
  }

  function write(to: readonly OpenStream[], text: string): void {
    for (const open of to) {
      if (open.held) open.held.push(text);
      else open.stream.push(text);
      // A page that does not read would fill the memory.
      if (open.stream.readableLength > maxUnreadBytes) open.stream.destroy();
    }
  }

  function end({ stream }: OpenStream): void {
    stream.push(null);
  }

  /** Ends streams of ended sessions. Runs once at a time; a request during a run starts another one. */
  async function checkSignIns(): Promise<void> {
    checkAgain = isChecking;
    if (isChecking || count === 0) return;
    isChecking = true;
    try {
      const open = all();
      const ids = [...new Set(open.map(({ user }) => user.sessionId))];
      const standing = new Set<string>();
      for (let from = 0; from < ids.length; from += checkedAtOnce)
        for (const id of await openSignIns(db, ids.slice(from, from + checkedAtOnce), now()))
          standing.add(id);
      for (const stream of open) if (!standing.has(stream.user.sessionId)) end(stream);
    } catch {
      // When the database does not answer, streams stay open until the next heartbeat checks again.
    } finally {
      isChecking = false;
    }
    if (checkAgain) await checkSignIns();
  }

  function add(user: Listener): OpenStream {
    const ofReader = streams.get(user.id) ?? new Set();
    if (ofReader.size >= most.ofReader) throw refusal('too_many_at_once');
    if (count >= most.ofAll || !channel.isOpen) throw refusal('busy');
    const open: OpenStream = { user, stream: new Readable({ read() {}, highWaterMark: 1_024 }), held: [] };
    streams.set(user.id, ofReader.add(open));
    count += 1;
    open.stream.once('close', () => {
      ofReader.delete(open);
      if (ofReader.size === 0 && streams.get(user.id) === ofReader) streams.delete(user.id);
      count -= 1;
    });
    return open;
  }

  return {
    changed: (userId, revisions) => {
      if (Object.keys(revisions).length > 0) publish({ kind: 'changed', userId, revisions });
    },
    signedOut: () => publish({ kind: 'signed out' }),
    async open(user, revisionsNow) {
      const open = add(user);
      try {
        const first = eventOf(await revisionsNow());
        const held = open.held ?? [];
        open.held = null;
        write([open], [first, ...held].join(''));
      } catch (error) {
        open.stream.destroy();
        throw error;
      }
      return open.stream;
    },
    async stop() {
      clearInterval(heartbeat);
      all().forEach(end);
      await channel.close();
    },
  };
}

function refusal(code: 'too_many_at_once' | 'busy'): AppError {
  const error = new AppError(code);
  error.retryAfter = retryAfter;
  return error;
}

async function openSignIns(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .distinct()
    .where('session_id', 'in', ids)
    .where('expires_at', '>', now.toISOString())
    .execute();
  return rows.map(({ session_id }) => session_id);
}
