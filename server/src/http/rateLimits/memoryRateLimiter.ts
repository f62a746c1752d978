import { type RateLimits, refuseUntil } from './rateLimit.ts';

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
