import { AppError } from '../errors.ts';

export interface Limit {
  tries: number;
  seconds: number;
}

/** Counts tries by name, in this process. Windows begin with the first try and are forgotten when they end. */
export interface RateLimits {
  /** Counts one try. Throws too_many_requests, with the seconds to wait, once there were more than allowed. */
  hit(name: string, key: string, limit: Limit): void;
  /** The same check without counting. */
  check(name: string, key: string, limit: Limit): void;
  /** One try less: it was none. */
  takeBack(name: string, key: string): void;
  forget(name: string, key: string): void;
}

const mostWindows = 100_000;

export function rateLimits(now: () => Date): RateLimits {
  const windows = new Map<string, { tries: number; endsAt: number }>();

  function windowOf(id: string) {
    const found = windows.get(id);
    if (found && found.endsAt > now().getTime()) return found;
    windows.delete(id);
    return undefined;
  }

  function refuse(endsAt: number): never {
    const error = new AppError('too_many_requests');
    error.retryAfter = Math.max(1, Math.ceil((endsAt - now().getTime()) / 1000));
    throw error;
  }

  return {
    hit(name, key, limit) {
      const id = `${name}\n${key}`;
      const window = windowOf(id) ?? { tries: 0, endsAt: now().getTime() + limit.seconds * 1000 };
      window.tries++;
      windows.set(id, window);
      if (windows.size > mostWindows) dropOldest();
      if (window.tries > limit.tries) refuse(window.endsAt);
    },
    check(name, key, limit) {
      const window = windowOf(`${name}\n${key}`);
      if (window && window.tries >= limit.tries) refuse(window.endsAt);
    },
    takeBack(name, key) {
      const window = windowOf(`${name}\n${key}`);
      if (window) window.tries--;
    },
    forget: (name, key) => void windows.delete(`${name}\n${key}`),
  };

  function dropOldest(): void {
    const oldest = windows.keys().next();
    if (!oldest.done) windows.delete(oldest.value);
  }
}
