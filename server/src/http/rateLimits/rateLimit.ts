import type { FastifyRequest } from 'fastify';
import { AppError } from '../../run/common/errors.ts';

export interface Limit {
  tries: number;
  seconds: number;
}

/** A limit of a route, checked before the handler runs: by user, or by network for visitors. */
export interface RouteLimit extends Limit {
  name: string;
  by: (request: FastifyRequest) => string;
}

/** Counts hits by name in windows that begin with the first hit. */
export interface RateLimits {
  /**
   * Counts a hit, or what it weighs.
   * @throws AppError too_many_requests, with Retry-After, when the limit is exceeded
   */
  hit(name: string, key: string, limit: Limit, weight?: number): Promise<void>;
  /** Checks the limit without counting. */
  check(name: string, key: string, limit: Limit): Promise<void>;
  /** Undoes a hit. */
  takeBack(name: string, key: string): Promise<void>;
  forget(name: string, key: string): Promise<void>;
}

/** @param endsAt end of the window, in milliseconds */
export function refuseUntil(endsAt: number, now: Date): never {
  const error = new AppError('too_many_requests');
  error.retryAfter = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
  throw error;
}

const maxWindows = 100_000;

/** Rate limits in memory, for a single process. */
export function memoryRateLimiter(now: () => Date): RateLimits {
  const windows = new Map<string, { tries: number; endsAt: number }>();

  function windowOf(id: string) {
    const current = windows.get(id);
    if (current && current.endsAt > now().getTime()) return current;
    windows.delete(id);
    return undefined;
  }

  return {
    async hit(name, key, limit, weight = 1) {
      const id = `${name}\n${key}`;
      const window = windowOf(id) ?? { tries: 0, endsAt: now().getTime() + limit.seconds * 1000 };
      window.tries += weight;
      windows.set(id, window);
      if (windows.size > maxWindows) dropOldest();
      if (window.tries > limit.tries) refuseUntil(window.endsAt, now());
    },
    async check(name, key, limit) {
      const window = windowOf(`${name}\n${key}`);
      if (window && window.tries >= limit.tries) refuseUntil(window.endsAt, now());
    },
    async takeBack(name, key) {
      const window = windowOf(`${name}\n${key}`);
      if (window) window.tries--;
    },
    async forget(name, key) {
      windows.delete(`${name}\n${key}`);
    },
  };

  function dropOldest(): void {
    const oldest = windows.keys().next();
    if (!oldest.done) windows.delete(oldest.value);
  }
}
