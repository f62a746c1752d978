import { Readable } from 'node:stream';
import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { chunks } from '../../run/common/chunks.ts';
import { AppError } from '../../run/common/errors.ts';
import { type ErrorLog, runInBackground } from '../../run/common/runInBackground.ts';
import type { Db } from '../../store/db.ts';

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
const maxStreams = { ofReader: 8, ofAll: 5_000 };
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

interface LiveEventsOptions {
  db: Db;
  now(): Date;
  log: ErrorLog;
  /** Opens the channel to the other processes. */
  openChannel: OpenEventChannel;
}

export function createLiveEvents({ db, now, log, openChannel }: LiveEventsOptions): LiveEvents {
  /** The open streams of this process. */
  const streams = new Set<OpenStream>();
  const streamsOf = (userId: string) => [...streams].filter(({ user }) => user.id === userId);
  const channel = openChannel({
    onMessage: notify,
    // Events would be missed, so pages must go back to polling.
    onClosed: () => streams.forEach(end),
  });
  const inBackground = (work: () => Promise<void>) => runInBackground(work, log, 'live events failed');
  const checkSessions = oneAtATime(endClosedSessions);
  const heartbeat = setInterval(() => {
    if (streams.size === 0) return;
    inBackground(async () => {
      await Promise.all([channel.check(), checkSessions()]);
      write(streams, ':\n\n');
    });
  }, heartbeatMs).unref();

  function notify(message: EventMessage): void {
    if (message.kind === 'signed out') inBackground(checkSessions);
    else write(streamsOf(message.userId), eventOf(message.revisions));
  }

  function publish(message: EventMessage): void {
    notify(message);
    channel.publish(message);
  }

  /** Ends the streams of sessions that have ended. */
  async function endClosedSessions(): Promise<void> {
    const open = [...streams];
    const ids = [...new Set(open.map(({ user }) => user.sessionId))];
    const valid = new Set<string>();
    try {
      for (const some of chunks(ids, checkedAtOnce))
        for (const id of await validSessions(db, some, now())) valid.add(id);
    } catch {
      // When the database does not answer, streams stay open until the next heartbeat checks again.
      return;
    }
    for (const stream of open) if (!valid.has(stream.user.sessionId)) end(stream);
  }

  return {
    changed: (userId, revisions) => {
      if (Object.keys(revisions).length > 0) publish({ kind: 'changed', userId, revisions });
    },
    signedOut: () => publish({ kind: 'signed out' }),
    async open(user, revisionsNow) {
      if (streamsOf(user.id).length >= maxStreams.ofReader) throw refusal('too_many_at_once');
      if (streams.size >= maxStreams.ofAll || !channel.isOpen) throw refusal('busy');
      const open: OpenStream = { user, stream: new Readable({ read() {}, highWaterMark: 1_024 }), held: [] };
      streams.add(open);
      open.stream.once('close', () => streams.delete(open));
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
      streams.forEach(end);
      await channel.close();
    },
  };
}

function write(to: Iterable<OpenStream>, text: string): void {
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

/** Runs the work once at a time. Calls during a run cause another run after it, which the first caller waits for. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let runAgain = false;
  return async () => {
    runAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    try {
      do {
        runAgain = false;
        await work();
      } while (runAgain);
    } finally {
      isRunning = false;
    }
  };
}

const refusal = (code: 'too_many_at_once' | 'busy') => AppError.until(code, retryAfter);

/** Which of these sessions have not ended. */
async function validSessions(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .distinct()
    .where('session_id', 'in', ids)
    .where('expires_at', '>', now.toISOString())
    .execute();
  return rows.map(({ session_id }) => session_id);
}

/** Messages between the processes of one library. */
export type EventMessage =
  /** Revisions of a user were raised by a committed transaction. */
  | { kind: 'changed'; userId: string; revisions: Partial<Revisions> }
  /** A session has ended. */
  | { kind: 'signed out' };

/** Sends messages to the other processes of a library. */
interface EventChannel {
  /** Whether messages of other processes are being received. */
  readonly isOpen: boolean;
  /** Sends a message, at most once: it is lost when it cannot be sent. */
  publish(message: EventMessage): void;
  /** Checks the connection and closes it when it is dead. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Receives messages of other processes, and is called when the channel closes. */
export interface EventListener {
  onMessage(message: EventMessage): void;
  onClosed(): void;
}

export type OpenEventChannel = (listener: EventListener) => EventChannel;

/** The channel of a single process (SQLite). */
export const noOtherProcesses: OpenEventChannel = () => ({
  isOpen: true,
  publish: () => {},
  check: async () => {},
  close: async () => {},
});
