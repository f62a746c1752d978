import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import type { FairQueue } from '../../run/scheduling/FairQueue.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of this request, unless too much is unread; null when only the connection releases it. */
    releaseSlot: ((answerBytes: number) => void) | null;
  }
}

/** A place in a queue; it is released with the connection, also when the response has been sent. */
export interface RouteSlot {
  /** Releases the slot now. */
  end(): void;
  /** Releases the slot when the response is ready to be sent, unless the user leaves too much unread. */
  endWithAnswer(): void;
}

/** Bytes of responses that a user may leave unread while further requests are answered: they stay in memory. */
const maxUnreadBytes = 4 * 1024 ** 2;
/** Unread bytes by user. */
const unreadOf = new WeakMap<FairQueue, Map<string, number>>();

/** Call it after the hooks that process responses. */
export function releaseSlotsWithAnswers(app: FastifyInstance): void {
  app.decorateRequest('releaseSlot', null);
  app.addHook('onSend', async (request, _reply, payload) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    request.releaseSlot?.(isWhole ? Buffer.byteLength(payload) : 0);
  });
}

/**
 * Waits for a free slot of the user, and holds it until the response has been sent or the connection is closed.
 * @throws AppError too_many_at_once; malformed_request when the client has disconnected
 */
export async function acquireSlot(
  queue: FairQueue,
  userId: string,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<RouteSlot> {
  const closed = new AbortController();
  raw.once('close', () => closed.abort(new AppError('malformed_request')));
  if (raw.closed) throw new AppError('malformed_request');
  const leave = await queue.enter(userId, closed.signal);
  let isOver = false;
  const end = () => {
    if (!isOver) leave();
    isOver = true;
  };
  raw.once('close', end);
  return {
    end,
    endWithAnswer() {
      request.releaseSlot = (bytes) => {
        if (countUnread(queue, userId, bytes, raw)) end();
      };
    },
  };
}

/**
 * Counts a response as unread until it has been sent or the connection is closed.
 * @returns false when the user leaves too much unread; the response is not counted then
 */
function countUnread(queue: FairQueue, userId: string, bytes: number, raw: FastifyReply['raw']): boolean {
  const unread = unreadOf.get(queue) ?? new Map<string, number>();
  unreadOf.set(queue, unread);
  const total = (unread.get(userId) ?? 0) + bytes;
  if (total > maxUnreadBytes) return false;
  unread.set(userId, total);
  raw.once('close', () => {
    const remaining = (unread.get(userId) ?? 0) - bytes;
    if (remaining > 0) unread.set(userId, remaining);
    else unread.delete(userId);
  });
  return true;
}
