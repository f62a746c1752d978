/** @jest-environment node */
import { nextActions } from './scheduler.ts';
import type { StoredAction } from './storedAction.ts';
import { begun, delayed, recovered } from './transitions.ts';

const noon = Date.UTC(2026, 0, 10, 12);
const day = 86_400_000;

const action: StoredAction = {
  id: 'a1',
  type: 'CREATE_NOTE',
  payload: {},
  status: 'pending',
  priority: 8,
  timestamp: noon,
  retryCount: 0,
  maxRetries: 5,
  lastError: null,
  lastAttempt: null,
  entity: 'note:n1',
  userId: 'u1',
  notBefore: 0,
  refused: false,
};

const waitingAt = (actions: readonly StoredAction[], now: number) =>
  nextActions(actions, now, 10).length === 0;

describe('a write waits by a clock that was turned back since', () => {
  it('[Y-05] no longer, although it was sent again by the new clock and the tab died', () => {
    const paused = delayed(begun([action], [action], noon), 'a1', 'no network', noon, 2_000);
    expect(waitingAt(paused, noon)).toBe(true);
    const before = noon - 2 * day;
    expect(waitingAt(paused, before)).toBe(false);
    const died = recovered(begun(paused, paused, before));
    expect(waitingAt(died, before + 1_000)).toBe(false);
  });

  it('[Y-05] no longer than any pause, where its answer was lost while the clock was ahead', () => {
    const paused = delayed(begun([action], [action], noon), 'a1', 'no network', noon + 2 * day, 2_000);
    expect(waitingAt(paused, noon + 2 * day)).toBe(true);
    expect(waitingAt(paused, noon + 1_000)).toBe(false);
  });

  it('[Y-05] no longer than it may be taken back', () => {
    const held = { ...action, notBefore: noon + 12_000, heldUntil: noon + 12_000 };
    expect(waitingAt([held], noon + 11_000)).toBe(true);
    expect(waitingAt([held], noon - 2 * day)).toBe(false);
  });
});
