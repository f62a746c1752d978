import { createHash } from 'node:crypto';
import type { Db } from '../../store/db.ts';
import { type Limit, type RateLimits, refuseUntil } from './rateLimit.ts';

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

export async function forgetEndedWindows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<=', now.toISOString()).execute();
}

function refuseOver(window: { tries: number; ends_at: string }, most: number, now: Date): void {
  if (window.tries > most) refuseUntil(Date.parse(window.ends_at), now);
}

/** Hashed, so that the database has no list of attempted addresses and accounts. */
const idOf = (name: string, key: string) =>
  createHash('sha256').update(`${name}\n${key}`).digest('base64url');
