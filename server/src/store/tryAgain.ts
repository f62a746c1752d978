import type { Engine } from './engine.ts';

const mostTries = 5;

/** Retries a transaction that the database has aborted because of a conflict with another one. */
export async function tryAgain<T>(engine: Pick<Engine, 'isConflict'>, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === mostTries || !engine.isConflict(error)) throw error;
    }
  }
}
