import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { runTimeLimit } from '../src/run/processes/HelperPool.ts';

const mostSeconds = 200;

/** Lets the promises of a timer settle. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

describe('the time limit of a helper process', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  /** @param waitingShare of the time, the process waits for a processor; 0..1 @returns seconds until the timeout */
  async function secondsUntilTimeout(waitingShare: number): Promise<number> {
    let second = 0;
    let isOver = false;
    runTimeLimit(
      10_000,
      async () => second * 1_000 * waitingShare,
      () => {
        isOver = true;
      },
    );
    while (!isOver && second < mostSeconds) {
      second += 0.01;
      mock.timers.tick(10);
      await settle();
    }
    return Math.round(second);
  }

  it('counts only the time in which it runs', async () => {
    assert.equal(await secondsUntilTimeout(0), 10);
    assert.equal(await secondsUntilTimeout(0.5), 20);
    assert.equal(await secondsUntilTimeout(0.8), 50);
  });

  it('ends after ten times its length, however long the process waits', async () => {
    assert.equal(await secondsUntilTimeout(1), 100);
  });

  it('does not end a process that is done', async () => {
    let isOver = false;
    const end = runTimeLimit(
      10_000,
      async () => 0,
      () => {
        isOver = true;
      },
    );
    end();
    mock.timers.tick(20_000);
    await settle();
    assert.equal(isOver, false);
  });
});
