/** Waiting until a page shows something. */
import { deepStrictEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** Checking without a pause would take the processor time that the server needs. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

/** Milliseconds after which a wait fails. Long enough for a busy machine. */
const hangTimeoutMs = 60_000;

/** Waits for the condition. @throws Error that says what never happened */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + hangTimeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Timed out waiting for: ${what}.`);
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
