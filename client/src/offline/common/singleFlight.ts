/** Runs `work` once at a time. Everyone who asks while it runs shares one more run after it. */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  return function run(): Promise<T> {
    if (running === null) {
      running = work().finally(() => {
        running = null;
      });
      return running;
    }
    const again = (): Promise<T> => {
      next = null;
      return run();
    };
    next ??= running.then(again, again);
    return next;
  };
}
