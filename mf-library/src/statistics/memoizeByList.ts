/**
 * Memoizes a function by list identity, since the same list may hold ten thousand sessions.
 * The list must not be mutated afterwards.
 */
export function memoizeByList<Item, Result>(
  reckon: (items: readonly Item[]) => Result,
): (items: readonly Item[]) => Result {
  const known = new WeakMap<readonly Item[], { result: Result }>();
  return (items) => {
    const before = known.get(items);
    if (before) return before.result;
    const result = reckon(items);
    known.set(items, { result });
    return result;
  };
}
