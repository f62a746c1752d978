/** A limit ends at the latest after this many times its length. */
const maxExtension = 10;
/** An extension below this share of the limit is not worth a timer. */
const minExtension = 0.01;

/**
 * Limits the time in which a process runs. Helper processes have the lowest priority: on a busy machine they wait for a
 * processor most of the time, and that is not the fault of the file.
 * @param limit milliseconds
 * @param waitedMs how long the process has waited for a processor so far, in milliseconds; 0 where that is unknown
 * @returns a function that ends the limit
 */
export function runTimeLimit(
  limit: number,
  waitedMs: () => Promise<number>,
  onTimeout: () => void,
): () => void {
  let timer: NodeJS.Timeout;
  let isEnded = false;
  const before = waitedMs();

  async function check(extended: number): Promise<void> {
    const waited = Math.min((await waitedMs()) - (await before), limit * (maxExtension - 1));
    if (isEnded) return;
    const more = waited - extended;
    if (more < limit * minExtension) onTimeout();
    else wait(more, waited);
  }

  function wait(milliseconds: number, extended: number): void {
    timer = setTimeout(() => {
      check(extended).catch(onTimeout);
    }, milliseconds);
  }

  wait(limit, 0);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
