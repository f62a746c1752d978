/** @jest-environment node */
import { note, setUp } from '../../testing/testQueue.ts';

const hour = 3_600_000;
const atWriting = 1_000_000;

/** A note written without a network, and sent two hours later. @param later what is known of the clock by then */
async function sentLater(written: number | null, later: number | null) {
  const known = { difference: written };
  const serverClock = { difference: () => known.difference };
  const { queue, network, sent, later: pass } = await setUp({ serverClock });
  network.set('offline');
  await queue.enqueue('CREATE_NOTE', note('n1'));
  known.difference = later;
  pass(2 * hour);
  network.set('online');
  await queue.flushNow();
  return sent[0]?.deviceTime;
}

describe('a write made by a clock that is set before it is sent', () => {
  it.each([
    ['that was right, and is set back by three hours', 0, 3 * hour],
    ['that was right, and is set ahead by three hours', 0, -3 * hour],
    ['that was three hours ahead, and is set right', -3 * hour, 0],
    ['that was ten years behind, and is set right', 87_600 * hour, 0],
  ])(
    '[Y-05] %s: the server is told what the clock would show by which it was made',
    async (_, before, after) => {
      const server = atWriting + 2 * hour + after;
      expect(await sentLater(before, after)).toBe(server - before);
    },
  );

  it.each([
    ['goes on, however wrong', 3 * hour, 3 * hour],
    ['differs by as much as two answers do', 0, 2_000],
    ['nobody knew when it was made', null, 3 * hour],
    ['nobody knows when it is sent', 0, null],
  ])('[Y-05] a clock that %s is what the server is told', async (_, before, after) => {
    expect(await sentLater(before, after)).toBeUndefined();
  });

  it('[Y-05] asks the server first, when the device may have slept or been set ahead since', async () => {
    const known: { difference: number | null } = { difference: 0 };
    const setting = await setUp({
      serverClock: { difference: () => known.difference },
      checking() {
        known.difference = -3 * hour;
      },
    });
    setting.network.set('offline');
    await setting.queue.enqueue('CREATE_NOTE', note('n1'));
    known.difference = null;
    setting.network.set('online');
    await setting.queue.flushNow();
    expect(setting.sent[0]?.deviceTime).toBe(atWriting - 3 * hour);
  });
});
