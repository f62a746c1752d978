import type { FastifyReply, FastifyRequest } from 'fastify';
import { userOfSignature } from '../../people/auth/credentials/activeSessions.ts';
import type { SignedUrlPurpose } from '../../people/auth/credentials/signedUrls.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { recheckSignIn, userOf } from './authenticate.ts';
import { acquireSlot } from './routeSlots.ts';

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
