import type { Services } from '../../src/services/services.ts';

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
