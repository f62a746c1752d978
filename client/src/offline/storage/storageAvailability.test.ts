/** @jest-environment node */
import { storageAvailability } from './storageProblem.ts';

describe('whether more can be kept', () => {
  const quota = (usage: number) => ({ estimate: async () => ({ usage, quota: 100 }) });

  it('[OF-01] not without a database, nor above 90 % of the quota', async () => {
    expect(await storageAvailability({}, quota(0))).toMatchObject({ available: false });
    expect(await storageAvailability({ indexedDB: {} }, quota(90))).toEqual({ available: true });
    expect(await storageAvailability({ indexedDB: {} }, quota(91))).toEqual({
      available: false,
      reason: 'Storage quota exceeded',
    });
  });
});
