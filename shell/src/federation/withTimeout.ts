/** Milliseconds that a page or widget may take to load. The scripts that it is made of give up a little sooner. */
const loadTimeoutMs = 45_000;

/** What a promise resolves with, or what `onTimeout` returns when that takes too long. */
export function withTimeout<T>(promise: Promise<T>, onTimeout: () => T, ms = loadTimeoutMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(onTimeout()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
