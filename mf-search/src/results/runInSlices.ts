/** Milliseconds of work before the main thread is free for input again. */
const slice = 4;

/**
 * Runs a generator a few milliseconds at a time, so that it delays neither input nor frames. The first slice runs
 * synchronously: little work is finished when this returns.
 * @returns cancels the rest
 */
export function runInSlices<T>(work: Generator<void, T>, done: (result: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const runSlice = () => {
    timer = null;
    const until = performance.now() + slice;
    do {
      const step = work.next();
      if (step.done) return done(step.value);
    } while (performance.now() < until);
    timer = setTimeout(runSlice, 0);
  };
  runSlice();
  return () => {
    if (timer !== null) clearTimeout(timer);
  };
}

/** Runs the whole generator synchronously. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
