/** A function that makes its result once for an object, which must not change any more, and keeps it as long. */
export function remembered<Key extends object, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { result: Result }>();
  return (key) => {
    const kept = results.get(key) ?? { result: make(key) };
    results.set(key, kept);
    return kept.result;
  };
}
