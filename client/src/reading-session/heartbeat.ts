/** Calls `beat` periodically. @returns a function that stops it */
export type Heartbeat = (beat: () => void) => () => void;

/** Much shorter than a sleep that must be detected, and long enough to cost nothing. */
const intervalMs = 15_000;

/**
 * Every 15 seconds, and whenever the page becomes visible: after a sleep the clock must be corrected immediately.
 */
export const heartbeat: Heartbeat = (beat) => {
  const timer = setInterval(beat, intervalMs);
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') beat();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('pageshow', beat);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('pageshow', beat);
  };
};
