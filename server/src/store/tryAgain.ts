import type { Engine } from './engine.ts';

const mostTries = 5;

/** Two transactions that stand in each other's way: one is given up by the database, and tried again here. */
export async function tryAgain<T>(engine: Pick<Engine, 'isConflict'>, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === mostTries || !engine.isConflict(error)) throw error;
    }
  }
}
