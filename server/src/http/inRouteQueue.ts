import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../rateLimits/authLimits.ts';
import { type CostName, limitOfCost } from '../rateLimits/routeCosts.ts';
import type { Services } from '../services/services.ts';
import { acquireSlot, type RouteSlot } from './routeSlots.ts';

interface QueuedRequest {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  cost: CostName;
}

/** Handles a request once its reader, or for a password the visitor's network, has a free slot. */
export async function inRouteQueue<T>(queued: QueuedRequest, work: () => Promise<T>): Promise<T> {
  const turn = await slotOf(queued);
  if (turn === null) return work();
  try {
    const answer = await work();
    // What is sent as a stream is being made until it has been sent.
    if (answer instanceof Readable) turn.endsWithConnection();
    else turn.endsWithAnswer();
    return answer;
  } catch (error) {
    turn.end();
    throw error;
  }
}

/** Waits for a slot before the body of a request is read. The answer releases it, an error too. */
export async function waitBeforeBody(queued: QueuedRequest): Promise<void> {
  const turn = await slotOf(queued);
  turn?.endsWithAnswer();
}

/** Throws too_many_requests or too_many_at_once. @returns null where nobody is to wait */
async function slotOf({ services, request, reply, cost }: QueuedRequest): Promise<RouteSlot | null> {
  if (request.signedIn === null && cost !== 'password') return null;
  const id = request.signedIn?.id ?? `network ${networkOf(request)}`;
  if (cost !== 'any') await services.limits.hit(cost, id, limitOfCost(services.config, cost));
  return acquireSlot(services.routeQueues[cost], id, request, reply);
}
