/** Lets what came meanwhile, a key or a touch above all, have its turn; then it goes on. */
export const nextTurn = (): Promise<unknown> =>
  'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
