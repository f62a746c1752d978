/** @param late called after these milliseconds: what it returns or throws is the result then */
export function withTimeout<T>(work: Promise<T>, milliseconds: number, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return Promise.race([work, timeout.then(late)]).finally(() => clearTimeout(timer));
}
