import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { FairQueue } from '../turns/FairQueue.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the turn of the reader who asks; null when there is none, or it ends with the connection. */
    endTurn: (() => void) | null;
  }
}

/** One of these must be called, once the work is done. */
export interface Turn {
  end(): void;
  /** The turn ends when the answer is ready to be sent, compressed and all. */
  endsWithAnswer(): void;
  /** The turn ends when everything has been sent, or the connection is gone. */
  endsWithConnection(): void;
}

/** To be called after the hooks that work on answers. */
export function endTurnsWithAnswers(app: FastifyInstance): void {
  app.decorateRequest('endTurn', null);
  app.addHook('onSend', async (request) => {
    request.endTurn?.();
  });
}

/**
 * Waits until it is the reader's turn.
 * @throws AppError too_many_at_once; malformed_request when whoever asked has gone in the meantime, which costs no turn
 */
export async function takeTurn(
  queue: FairQueue,
  userId: string,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<Turn> {
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
      request.endTurn = end;
      endsWithConnection();
    },
    endsWithConnection,
  };
}
