/** Runs work with the same key one after another, within this process. */
export class KeyedLock {
  readonly #running = new Map<string, Promise<void>>();

  async run(key: string, work: () => Promise<void>): Promise<void> {
    for (let earlier = this.#running.get(key); earlier; earlier = this.#running.get(key)) await earlier;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.set(key, promise);
    try {
      await work();
    } finally {
      this.#running.delete(key);
      resolve();
    }
  }
}
