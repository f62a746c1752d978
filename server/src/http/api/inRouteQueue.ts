import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../run/services/services.ts';
import { asAppError } from '../errors/errors.ts';
import { networkOf } from '../rateLimits/authLimits.ts';
import {
  type CostName,
  limitOfBodies,
  limitOfCost,
  type RouteCost,
  routeCosts,
  smallBody,
} from '../rateLimits/routeCosts.ts';
import type { SignedInUser } from '../routing/route.ts';
import { recheckSignIn, requireOpenSignIn, userOf } from './authenticate.ts';
import { acquireSlot, type RouteSlot } from './routeSlots.ts';

interface QueuedRequest {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  cost: CostName;
}

/** Handles a request once its user (or, for passwords, the visitor's network) has a free slot. */
export async function inRouteQueue<T>(queued: QueuedRequest, work: () => Promise<T>): Promise<T> {
  const { services, request } = queued;
  const slot = await slotOf(queued);
  if (slot === null) return work();
  try {
    const answer = await whileAccountExists(services, request.signedIn, work);
    // A streamed response holds the slot until it has been sent.
    if (!(answer instanceof Readable)) slot.endWithAnswer();
    return answer;
  } catch (error) {
    slot.end();
    throw error;
  }
}

/**
 * Runs the work of a user's request. When it fails because the account was deleted meanwhile, that is no error of ours.
 * @throws AppError token_rejected or account_deleted instead of that error
 */
export async function whileAccountExists<T>(
  services: Pick<Services, 'db' | 'now'>,
  user: SignedInUser | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (user !== null && asAppError(error).code === 'server_error') await requireOpenSignIn(services, user);
    throw error;
  }
}

/** The kind of a request: `cost` is that of its route. */
export const costOfRequest = (request: FastifyRequest, cost: CostName): CostName =>
  cost === 'any' && bytesOfBody(request) > smallBody ? 'largeBody' : cost;

/**
 * Counts the bytes of a large body, and waits for a slot before it is read. The response releases it, also an error.
 * Bodies over the route's limit are not waited for: they are refused unread.
 */
export async function waitBeforeBody(queued: QueuedRequest): Promise<void> {
  const { services, request } = queued;
  const cost = costOfRequest(request, queued.cost);
  const bytes = bytesOfBody(request);
  const { beforeBody }: RouteCost = routeCosts[cost];
  if (!beforeBody || bytes > request.routeOptions.bodyLimit) return;
  await countBody(services, request);
  const slot = await slotOf({ ...queued, cost });
  slot?.endWithAnswer();
}

/**
 * Counts the bytes of a large body.
 * @throws AppError too_many_requests
 */
export async function countBody({ requestLimits }: Services, request: FastifyRequest): Promise<void> {
  const bytes = bytesOfBody(request);
  if (bytes > smallBody) await requestLimits.hit('bodies', userOf(request).id, limitOfBodies, bytes);
}

/** The announced size of a body; the route's limit when it is not announced. */
function bytesOfBody({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit;
  return Number(headers['content-length'] ?? 0);
}

/**
 * @returns null when no queueing is needed
 * @throws AppError too_many_requests, too_many_at_once; token_rejected or account_deleted when the sign-in has ended
 * while the body was arriving or the request was waiting
 */
async function slotOf({ services, request, reply, cost }: QueuedRequest): Promise<RouteSlot | null> {
  if (request.signedIn === null && cost !== 'password') return null;
  const id = request.signedIn?.id ?? `network ${networkOf(request)}`;
  // A whole share has been counted with the sign-in.
  if (routeCosts[cost].share < 1) await services.limits.hit(cost, id, limitOfCost(services.config, cost));
  const queue = services.routeQueues[cost];
  const slot = await acquireSlot(queue, id, request, reply);
  try {
    await recheckSignIn(services, request);
    return slot;
  } catch (error) {
    slot.end();
    throw error;
  }
}
