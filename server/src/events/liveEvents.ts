import { Readable } from 'node:stream';
import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { AppError } from '../common/errors.ts';
import { type ErrorLog, runInBackground } from '../common/runInBackground.ts';
import type { Db } from '../store/db.ts';
import type { EventMessage, OpenEventChannel } from './eventChannel.ts';

/** Who listens: a reader, and the sign-in with which the stream ends. */
interface Listener {
  id: string;
  sessionId: string;
}

/** Tells open pages what other devices have changed, by server-sent events. */
export interface LiveEvents {
  /** Tells the pages of a reader, on all processes, what was raised. Call it after the transaction. */
  changed(userId: string, revisions: Partial<Revisions>): void;
  /** Ends, on all processes, the streams whose sign-in has ended. Call it after the transaction. */
  signedOut(): void;
  /**
   * A stream of events for a page: first all revisions, then what is raised. It ends with the sign-in.
   * @param revisionsNow reads all revisions of the reader
   * @throws AppError too_many_at_once when the reader has too many streams; busy when the process has, or when it
   *   cannot hear the others
   */
  open(user: Listener, revisionsNow: () => Promise<Revisions>): Promise<Readable>;
  stop(): Promise<void>;
}

/** Streams of one reader, and of all, on one process. */
const most = { ofReader: 8, ofAll: 5_000 };
/** Milliseconds between two signs of life: proxies end what is silent for a minute. */
const beatEvery = 25_000;
/** Bytes that a page may leave unread. */
const mostUnread = 64 * 1024;
/** Seconds after which a page that was refused should try again. */
const retryAfter = 60;
/** Sign-ins that are looked up by one query. */
const checkedAtOnce = 500;

interface OpenStream {
  user: Listener;
  stream: Readable;
  /** What was raised before the first event was sent. */
  held: string[] | null;
}

const eventOf = (revisions: Partial<Revisions>) => `event: changes\ndata: ${JSON.stringify(revisions)}\n\n`;

export interface LiveEventsOptions {
  db: Db;
  now(): Date;
  log: ErrorLog;
  /** How to reach the other processes of the library. */
  openChannel: OpenEventChannel;
}

export function createLiveEvents({ db, now, log, openChannel }: LiveEventsOptions): LiveEvents {
  const streams = new Map<string, Set<OpenStream>>();
  let count = 0;
  let isChecking = false;
  let checkAgain = false;

  const all = () => [...streams.values()].flatMap((ofReader) => [...ofReader]);
  const channel = openChannel({
    onMessage: tell,
    // What other processes say would be missed: pages go back to asking.
    onClosed: () => all().forEach(end),
  });
  const inBackground = (work: () => Promise<void>) => runInBackground(work, log, 'live events failed');
  const beat = setInterval(() => {
    if (count === 0) return;
    inBackground(async () => {
      await Promise.all([channel.check(), checkSignIns()]);
      write(all(), ':\n\n');
    });
  }, beatEvery).unref();

  function tell(message: EventMessage): void {
    if (message.kind === 'signed out') inBackground(checkSignIns);
    else write([...(streams.get(message.userId) ?? [])], eventOf(message.revisions));
  }

  function publish(message: EventMessage): void {
    tell(message);
    channel.publish(message);
  }

  function write(to: readonly OpenStream[], text: string): void {
    for (const one of to) {
      if (one.held) one.held.push(text);
      else one.stream.push(text);
      // Whoever does not read would fill the memory.
      if (one.stream.readableLength > mostUnread) one.stream.destroy();
    }
  }

  function end({ stream }: OpenStream): void {
    stream.push(null);
  }

  /** Ends streams whose sign-in is over. One check at a time; what is asked for meanwhile comes after it. */
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
      for (const one of open) if (!standing.has(one.user.sessionId)) end(one);
    } catch {
      // A database that does not answer ends no sign-in; the next sign of life checks again.
    } finally {
      isChecking = false;
    }
    if (checkAgain) await checkSignIns();
  }

  function add(user: Listener): OpenStream {
    const ofReader = streams.get(user.id) ?? new Set();
    if (ofReader.size >= most.ofReader) throw refusal('too_many_at_once');
    if (count >= most.ofAll || !channel.isOpen) throw refusal('busy');
    const one: OpenStream = { user, stream: new Readable({ read() {}, highWaterMark: 1_024 }), held: [] };
    streams.set(user.id, ofReader.add(one));
    count += 1;
    one.stream.once('close', () => {
      ofReader.delete(one);
      if (ofReader.size === 0 && streams.get(user.id) === ofReader) streams.delete(user.id);
      count -= 1;
    });
    return one;
  }

  return {
    changed: (userId, revisions) => {
      if (Object.keys(revisions).length > 0) publish({ kind: 'changed', userId, revisions });
    },
    signedOut: () => publish({ kind: 'signed out' }),
    async open(user, revisionsNow) {
      const one = add(user);
      try {
        const first = eventOf(await revisionsNow());
        const held = one.held ?? [];
        one.held = null;
        write([one], [first, ...held].join(''));
      } catch (error) {
        one.stream.destroy();
        throw error;
      }
      return one.stream;
    },
    async stop() {
      clearInterval(beat);
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
