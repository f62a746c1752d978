import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors.ts';
import type { FairQueue } from '../../scheduling/FairQueue.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of this request; null when it has none, or the connection releases it. */
    releaseSlot: (() => void) | null;
  }
}

/** Call one of these when the work is done. */
export interface RouteSlot {
  end(): void;
  /** Releases the slot when the response is ready to be sent (after compression). */
  endsWithAnswer(): void;
  /** Releases the slot when everything has been sent or the connection is closed. */
  endsWithConnection(): void;
}

/** Call it after the hooks that process responses. */
export function releaseSlotsWithAnswers(app: FastifyInstance): void {
  app.decorateRequest('releaseSlot', null);
  app.addHook('onSend', async (request) => {
    request.releaseSlot?.();
  });
}

/**
 * Waits for a free slot of the user.
 * @throws AppError too_many_at_once; malformed_request when the client has disconnected
 */
export async function acquireSlot(
  queue: FairQueue,
  userId: string,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<RouteSlot> {
  const leave = await queue.enter(userId);
  if (raw.closed) {
    leave();
    throw new AppError('malformed_request');
  }
  let isOver = false;
  const end = () => {
    if (!isOver) leave();
    isOver = true;
  };
  const endsWithConnection = () => {
    if (raw.closed) end();
    else raw.once('close', end);
  };
  return {
    end,
    endsWithAnswer() {
      request.releaseSlot = end;
      endsWithConnection();
    },
    endsWithConnection,
  };
}
