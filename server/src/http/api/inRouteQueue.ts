import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { userOfSignature } from '../../people/auth/credentials/activeSessions.ts';
import type { SignedUrlPurpose } from '../../people/auth/credentials/signedUrls.ts';
import { AppError } from '../../run/common/errors.ts';
import type { FairQueue } from '../../run/scheduling/FairQueue.ts';
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

interface QueuedRequest {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  cost: CostName;
}

/**
 * Handles a request once its user (or, for passwords, the visitor's network) has a free slot.
 * @throws AppError token_rejected or account_deleted when the sign-in has ended meanwhile
 */
export async function inRouteQueue<T>(queued: QueuedRequest, work: () => Promise<T>): Promise<T> {
  const { services, request } = queued;
  // Large bodies have waited for it before they were read.
  const hasSlot = request.releaseSlot !== null;
  if (hasSlot) await recheckSignIn(services, request);
  const slot = hasSlot ? null : await slotOf(queued);
  try {
    const answer = await whileAccountExists(services, request.signedIn, work);
    // A streamed response holds the slot until it has been sent.
    if (!(answer instanceof Readable)) slot?.endWithAnswer();
    return answer;
  } catch (error) {
    slot?.end();
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
const costOfRequest = (request: FastifyRequest, cost: CostName): CostName =>
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of this request, unless too much is unread; null when only the connection releases it. */
    releaseSlot: ((answerBytes: number) => void) | null;
  }
}

/** A place in a queue; it is released with the connection, also when the response has been sent. */
interface RouteSlot {
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

/** What a signed URL is for. */
interface Signed {
  purpose: SignedUrlPurpose;
  subject: string;
  grant: string;
}

/**
 * Admits a request for a file by its signed URL, when its user has a free slot. It is held until the response has been
 * read: one user cannot hold any number of files and connections.
 * @throws AppError not_found; too_many_at_once
 */
export async function admitBySignature(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { purpose, subject, grant }: Signed,
): Promise<void> {
  const user = await userOfSignature(services, purpose, subject, grant);
  if (user === null) throw new AppError('not_found');
  await acquireSlot(services.routeQueues.file, user, request, reply);
  // The session may have ended while the request was waiting.
  if ((await userOfSignature(services, purpose, subject, grant)) === null) throw new AppError('not_found');
}

/**
 * The same for the request of a device.
 * @throws AppError too_many_at_once; token_rejected or account_deleted when its sign-in has ended meanwhile
 */
export async function admitDevice(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await acquireSlot(services.routeQueues.file, userOf(request).id, request, reply);
  await recheckSignIn(services, request);
}
