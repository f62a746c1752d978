import { startTransition, useEffect, useState } from 'react';
import { afterFrame } from '../afterFrame.ts';

/** What the eye takes in at once, and how many more each frame draws. */
const [first, more] = [6, 4];

/**
 * How much of a list is drawn: what can be seen at once, then a few more in each frame, so that no key has to wait for
 * sixty lines. A list that begins as the one before did goes on from where that was.
 * @param least so many in any case
 */
export function useDrawnSoFar(list: readonly { key: string }[], least: number): number {
  const [state, setState] = useState({ list, count: first });
  const goesOn = state.list === list || state.list[first - 1]?.key === list[first - 1]?.key;
  const count = Math.max(goesOn ? state.count : first, least);
  useEffect(() => {
    if (count >= list.length) return setState((before) => (before.list === list ? before : { list, count }));
    return afterFrame(() => startTransition(() => setState({ list, count: count + more })));
  }, [list, count]);
  return count;
}
