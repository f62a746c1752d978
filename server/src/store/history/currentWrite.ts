import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes the changes of a request. */
interface Write {
  /** The session of the browser, or the app password. */
  deviceId: string | null;
  /** The user agent of the browser, or the name of the app password. */
  device: string | null;
  at: Date;
}

/** Saves of a device within this many milliseconds are one version. */
const oneVersionMs = 10 * 60_000;

const writes = new AsyncLocalStorage<() => Write>();

/** Runs work whose changes are recorded as made by this write. */
export const runAsWrite = <T>(describe: () => Write, work: () => T): T => writes.run(describe, work);

/** The current write for the triggers (lectern_write in SQL); null outside of a request. */
export function currentWrite(): {
  device_id: string | null;
  device: string | null;
  at: string;
  since: string;
} | null {
  const write = writes.getStore()?.();
  if (write === undefined) return null;
  const since = new Date(write.at.getTime() - oneVersionMs).toISOString();
  return { device_id: write.deviceId, device: write.device, at: write.at.toISOString(), since };
}
