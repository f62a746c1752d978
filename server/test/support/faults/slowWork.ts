import { argon2id } from '../../../src/people/auth/credentials/passwords.ts';
import type { Services } from '../../../src/run/services/services.ts';

/** Services that record slow work: password hashing and waiting. */
export interface SlowWork {
  services: Pick<Services, 'passwordHasher' | 'pause'>;
  /** The slow work during `work`, with its parameters, which determine the duration. */
  during<T>(work: () => Promise<T>): Promise<{ result: T; done: string[] }>;
}

export function noteSlowWork(): SlowWork {
  let done: string[] = [];
  return {
    services: {
      passwordHasher: {
        hash(password) {
          done.push('hash');
          return argon2id.hash(password);
        },
        verify(hashed, password) {
          done.push(`verify ${hashed.split('$').slice(1, 4).join(' ')}`);
          return argon2id.verify(hashed, password);
        },
      },
      async pause(milliseconds) {
        done.push(`pause ${milliseconds}`);
      },
    },
    async during(work) {
      done = [];
      const result = await work();
      return { result, done };
    },
  };
}

/**
 * Runs `work`, and returns the turn of the event loop in which each chapter was read. Other requests are answered
 * between two turns.
 */
export async function turnsOfChapters(services: Services, work: () => Promise<unknown>): Promise<number[]> {
  const { originals } = services;
  const turns: number[] = [];
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  services.originals = {
    ...originals,
    chapter(...asked) {
      turns.push(turn);
      return originals.chapter(...asked);
    },
  };
  try {
    await work();
  } finally {
    clearImmediate(next);
    services.originals = originals;
  }
  return turns;
}
