/** Milliseconds of work between two looks at the keyboard. */
const slice = 4;

/**
 * Does work that pauses (a generator), a few milliseconds at a time, so that no key and no frame has to wait for it.
 * The first slice is done at once: little work is finished when this returns.
 * @returns stops
 */
export function inSlices<T>(work: Generator<void, T>, done: (result: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const some = () => {
    timer = null;
    const until = performance.now() + slice;
    do {
      const step = work.next();
      if (step.done) return done(step.value);
    } while (performance.now() < until);
    timer = setTimeout(some, 0);
  };
  some();
  return () => {
    if (timer !== null) clearTimeout(timer);
  };
}

/** Does it all now. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
