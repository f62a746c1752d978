import type { Readable } from 'node:stream';
import type { BodyOf, ParamsOf, QueryOf } from '@lectern/shared-contracts/api/route.ts';
import type { CallResponse, RouteKey, Routes, StreamKey } from '@lectern/shared-contracts/api/routes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JsonBytes } from '../paging/jsonBytes.ts';
import type { RouteLimit } from '../rateLimits/rateLimit.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import type { DeviceClock } from './deviceClock.ts';

export interface SignedInUser {
  id: string;
  roles: string[];
  /** This sign-in, on this device: all its access and refresh tokens have it in common. */
  sessionId: string;
}

export interface RouteContext<K extends RouteKey> {
  params: ParamsOf<Routes[K]>;
  query: QueryOf<Routes[K]>;
  body: BodyOf<Routes[K]>;
  /** Signed in, as far as the route's access asks for it; reading it on a visitor's route throws. */
  user: SignedInUser;
  /**
   * For a write: the transaction of this request, in which its Idempotency-Key is remembered too, so keep slow work
   * (hashing, files) out of it. For a read: the database.
   */
  db: Db;
  /** The clock of the device that asks: every time in the body goes through it. */
  clock: DeviceClock;
  /** In a transacted write, `services.db` is the transaction, too. */
  services: Services;
  /**
   * For an untransacted write: its effect, in a transaction in which the Idempotency-Key is remembered with the
   * answer. When another request with that key was faster, the work is left out and its answer given.
   */
  commit(work: (db: Db) => Promise<CallResponse<K>>): Promise<CallResponse<K>>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * What a handler gives: the answer, as JSON already where that is worth it; or,
 * where it comes in pieces, a stream of lines of JSON.
 */
export type RouteHandler<K extends RouteKey> = (
  context: RouteContext<K>,
) => Promise<K extends StreamKey ? Readable : CallResponse<K> | JsonBytes<CallResponse<K>>>;

/**
 * The handlers of one resource: server/src/routes/<resource>.ts. http/registerRoutes.ts registers all of them with the
 * schemas of shared-contracts. `untransacted: true` opts a slow write out of the transaction (it then takes its own);
 * `limit` says how often it may be called.
 */
export type RouteHandlers<K extends RouteKey = RouteKey> = {
  [Key in K]: RouteHandler<Key> | { untransacted?: true; limit?: RouteLimit; handle: RouteHandler<Key> };
};
