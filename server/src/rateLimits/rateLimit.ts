import type { FastifyRequest } from 'fastify';
import { AppError } from '../common/errors.ts';

export interface Limit {
  tries: number;
  seconds: number;
}

/** A limit of a route, counted before its work begins: for each reader, or for each network that visitors come from. */
export interface RouteLimit extends Limit {
  name: string;
  by: (request: FastifyRequest) => string;
}

/** Counts tries by name. Windows begin with the first try and are forgotten when they end. */
export interface RateLimits {
  /** Counts one try. Throws too_many_requests, with the seconds to wait, once there were more than allowed. */
  hit(name: string, key: string, limit: Limit): Promise<void>;
  /** The same check without counting. */
  check(name: string, key: string, limit: Limit): Promise<void>;
  /** One try less: it was none. */
  takeBack(name: string, key: string): Promise<void>;
  forget(name: string, key: string): Promise<void>;
}

/** @param endsAt when the window ends, in milliseconds */
export function refuseUntil(endsAt: number, now: Date): never {
  const error = new AppError('too_many_requests');
  error.retryAfter = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
  throw error;
}
