import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';

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
function refuseUntil(endsAt: number, now: Date): never {
  throw AppError.until('too_many_requests', Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)));
}

const maxWindows = 100_000;

/** Rate limits in memory, for a single process. */
export function memoryRateLimiter(now: () => Date): RateLimits {
  const windows = new LRUCache<string, { tries: number; endsAt: number }>({ max: maxWindows });

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
}

/**
 * Rate limits in the database, shared by all processes. Each call is one statement outside of any transaction, so
 * that a hit counts even when the request is rolled back.
 */
export function dbRateLimiter(db: Db, now: () => Date): RateLimits {
  return {
    async hit(name, key, limit, weight = 1) {
      const moment = now();
      const fresh = {
        tries: weight,
        ends_at: new Date(moment.getTime() + limit.seconds * 1000).toISOString(),
      };
      const over = moment.toISOString();
      const window = await db
        .insertInto('rate_limits')
        .values({ id: idOf(name, key), ...fresh })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => {
            const ended = eb('rate_limits.ends_at', '<=', over);
            return {
              tries: eb
                .case()
                .when(ended)
                .then(fresh.tries)
                .else(eb('rate_limits.tries', '+', weight))
                .end(),
              ends_at: eb.case().when(ended).then(fresh.ends_at).else(eb.ref('rate_limits.ends_at')).end(),
            };
          }),
        )
        .returning(['tries', 'ends_at'])
        .executeTakeFirstOrThrow();
      refuseOver(window, limit.tries, moment);
    },

    async check(name, key, limit: Limit) {
      const window = await db
        .selectFrom('rate_limits')
        .select(['tries', 'ends_at'])
        .where('id', '=', idOf(name, key))
        .where('ends_at', '>', now().toISOString())
        .executeTakeFirst();
      if (window) refuseOver(window, limit.tries - 1, now());
    },

    async takeBack(name, key) {
      await db
        .updateTable('rate_limits')
        .set((eb) => ({ tries: eb('tries', '-', 1) }))
        .where('id', '=', idOf(name, key))
        .execute();
    },

    async forget(name, key) {
      await db.deleteFrom('rate_limits').where('id', '=', idOf(name, key)).execute();
    },
  };
}

function refuseOver(window: { tries: number; ends_at: string }, most: number, now: Date): void {
  if (window.tries > most) refuseUntil(Date.parse(window.ends_at), now);
}

/** Hashed, so that the database has no list of attempted addresses and accounts. */
const idOf = (name: string, key: string) =>
  createHash('sha256').update(`${name}\n${key}`).digest('base64url');
