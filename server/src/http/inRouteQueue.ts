import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../rateLimits/authLimits.ts';
import { type CostName, limitOfCost } from '../rateLimits/routeCosts.ts';
import type { Services } from '../services/services.ts';
import { acquireSlot } from './routeSlots.ts';

interface QueuedRequest {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  cost: CostName;
}

/** Handles a request once its reader, or for a password the visitor's network, has a free slot. */
export async function inRouteQueue<T>(
  { services, request, reply, cost }: QueuedRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (request.signedIn === null && cost !== 'password') return work();
  const id = request.signedIn?.id ?? `network ${networkOf(request)}`;
  if (cost !== 'any') await services.limits.hit(cost, id, limitOfCost(services.config, cost));
  const turn = await acquireSlot(services.routeQueues[cost], id, request, reply);
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
