/** Calls `beat` from time to time. @returns a function that stops it */
export type Heartbeat = (beat: () => void) => () => void;

/** Milliseconds. Far less than the sleep that it must tell from a slow minute, and rare enough to cost nothing. */
const every = 15_000;

/**
 * Every quarter minute, and at once when the page is looked at again: after a sleep the clock must not lie for long.
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
