import { useEffect, useState } from 'react';

/**
 * What `load` resolves with, or `initial` until then and after a failure. It is called again when something that it
 * depends on has changed; an answer that comes after that is ignored.
 */
export function useLoaded<T>(load: () => Promise<T>, initial: T, dependencies: readonly unknown[]): T {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setValue(loaded),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, dependencies);
  return value;
}
