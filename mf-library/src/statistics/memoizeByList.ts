/**
 * The same function, which reckons once for each list. A tab that is left and opened again shows the same sessions, of
 * which there may be ten thousand. The list must not be changed afterwards.
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
