/**
 * Memoizes a function by list identity, since the same list may hold ten thousand sessions.
 * The list must not be mutated afterwards.
 */
export function memoizeByList<Item, Result>(
  reckon: (items: readonly Item[]) => Result,
): (items: readonly Item[]) => Result {
  const results = new WeakMap<readonly Item[], { result: Result }>();
  return (items) => {
    const cached = results.get(items);
    if (cached) return cached.result;
    const result = reckon(items);
    results.set(items, { result });
    return result;
  };
}
