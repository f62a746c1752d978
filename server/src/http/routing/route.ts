import type { Readable } from 'node:stream';
import type { BodyOf, ParamsOf, QueryOf } from '@lectern/shared-contracts/api/route.ts';
import type { CallResponse, RouteKey, Routes, StreamKey } from '@lectern/shared-contracts/api/routes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityEventDetails, SecurityEventKind } from '../../people/security/securityEvents.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { JsonBytes } from '../../store/paging/pages.ts';
import type { RouteLimit } from '../rateLimits/rateLimit.ts';
import type { DeviceClock } from './deviceClock.ts';

export interface SignedInUser {
  id: string;
  roles: string[];
  /** The session of this device, to which all its access and refresh tokens belong. */
  sessionId: string;
  /** The name of the app password, where it is one. */
  device?: string;
  /** When the sign-in was last checked. */
  checkedAt: Date;
}

export interface RouteContext<K extends RouteKey> {
  params: ParamsOf<Routes[K]>;
  query: QueryOf<Routes[K]>;
  body: BodyOf<Routes[K]>;
  /** The signed-in user; throws on routes that need none. */
  user: SignedInUser;
  /**
   * For a write: the transaction of this request, which also stores its Idempotency-Key; keep slow work (hashing,
   * files) out of it. For a read: the database.
   */
  db: Db;
  /** The clock of the device; convert every time in the body with it. */
  clock: DeviceClock;
  /** In a transacted write, `services.db` is the transaction too. */
  services: Services;
  /**
   * For an untransacted write: runs its effect in a transaction that also stores the response with the
   * Idempotency-Key. If another request with that key was faster, the work is skipped and its response returned.
   */
  commit(work: (db: Db) => Promise<CallResponse<K>>): Promise<CallResponse<K>>;
  /** Records an event of the security log, which this request has caused, once its effect is committed. */
  record<Kind extends SecurityEventKind>(
    kind: Kind,
    userId: string | null,
    details: SecurityEventDetails[Kind],
  ): void;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The result of a handler: a value, JSON that is already serialized, or a stream of lines of JSON. */
export type RouteHandler<K extends RouteKey> = (
  context: RouteContext<K>,
) => Promise<K extends StreamKey ? Readable : CallResponse<K> | JsonBytes<CallResponse<K>>>;

/**
 * The handlers of one resource: one file below server/src/routes. http/api/registerRoutes.ts registers all of them
 * with the schemas of shared-contracts. `untransacted: true` opts a slow write out of the transaction (it uses `commit`
 * instead); `limit` is its rate limit.
 */
export type RouteHandlers<K extends RouteKey = RouteKey> = {
  [Key in K]: RouteHandler<Key> | { untransacted?: true; limit?: RouteLimit; handle: RouteHandler<Key> };
};
