import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useEffect } from 'react';

/** Milliseconds without a page turn after which the lock is released. */
const wakeLockTimeoutMs = 10 * 60_000;

/**
 * Keeps the screen on while reading.
 * @param sign changes with each page turn
 */
export function useWakeLock(sign: unknown): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const release = () => {
      runInBackground(lock?.release());
      lock = null;
    };
    const ask = async () => {
      if (over || document.visibilityState !== 'visible' || lock) return;
      // Refusals, for example on low battery, are not errors.
      const granted = await navigator.wakeLock.request('screen').catch(() => null);
      if (over) runInBackground(granted?.release());
      else lock = granted;
    };
    const onVisible = () => {
      lock = null;
      runInBackground(ask());
    };
    runInBackground(ask());
    document.addEventListener('visibilitychange', onVisible);
    const timer = setTimeout(release, wakeLockTimeoutMs);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      release();
    };
  }, [sign]);
}
