/** Calls `beat` periodically. @returns a function that stops it */
export type Heartbeat = (beat: () => void) => () => void;

/** Milliseconds. Much shorter than a sleep that must be detected, and long enough to cost nothing. */
const every = 15_000;

/**
 * Every 15 seconds, and whenever the page becomes visible: after a sleep the clock must be corrected immediately.
 */
export const heartbeat: Heartbeat = (beat) => {
  const timer = setInterval(beat, every);
  const shown = () => {
    if (document.visibilityState === 'visible') beat();
  };
  document.addEventListener('visibilitychange', shown);
  window.addEventListener('pageshow', beat);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', shown);
    window.removeEventListener('pageshow', beat);
  };
};
