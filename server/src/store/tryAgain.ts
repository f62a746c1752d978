import type { Engine } from './engine.ts';

const maxAttempts = 5;

/** Retries a transaction that the database has aborted because of a conflict with another one. */
export async function tryAgain<T>(engine: Pick<Engine, 'isConflict'>, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === maxAttempts || !engine.isConflict(error)) throw error;
    }
  }
}
