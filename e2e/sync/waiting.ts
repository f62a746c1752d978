/** Waiting for what a page is to show. */
import { deepStrictEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** Looking without a rest would take the time that the server needs. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

/** Milliseconds after which something hangs. A busy machine must not meet it. */
const hangTimeoutMs = 60_000;

/** Waits for it, and says what never came. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + hangTimeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Never: ${what}.`);
    await pause();
  }
}

export async function becomes(read: () => unknown, wanted: unknown, what: string): Promise<void> {
  const end = Date.now() + hangTimeoutMs;
  for (;;) {
    const found = read();
    if (isDeepStrictEqual(found, wanted)) return;
    if (Date.now() > end) return deepStrictEqual(found, wanted, what);
    await pause();
  }
}
