import { startTransition, useEffect, useReducer, useRef } from 'react';
import { afterFrame } from '../afterFrame.ts';

/** Lines that a frame draws anew. */
const portion = 3;

/**
 * A list as it is to be drawn now: a few of its lines anew with each frame, so that no key has to wait
 * for sixty. Lines whose turn has not come stay as the list before had them, the marks of its words
 * included; where that had no such line, the list ends.
 * @param least so many lines are of the new list in any case
 */
export function useLineByLine<T extends { key: string }>(list: readonly T[], least: number): readonly T[] {
  const [, next] = useReducer((turns: number) => turns + 1, 0);
  const drawn = useRef<readonly T[]>([]);
  const shown = lineByLine(list, drawn.current, Math.max(least, agreeing(list, drawn.current) + portion));
  useEffect(() => {
    drawn.current = shown;
    return agreeing(list, shown) === list.length ? undefined : afterFrame(() => startTransition(next));
  });
  return shown;
}

/** The first `count` lines of a list, and of those that follow what was drawn before, as it was drawn. */
export function lineByLine<T extends { key: string }>(
  list: readonly T[],
  drawn: readonly T[],
  count: number,
): readonly T[] {
  if (count >= list.length) return list;
  const before = new Map(drawn.map((line) => [line.key, line]));
  const shown = list.slice(0, count);
  for (const line of list.slice(count)) {
    const old = before.get(line.key);
    if (old === undefined) break;
    shown.push(old);
  }
  return shown;
}

/** How many of the first lines are drawn as they are. */
function agreeing<T>(list: readonly T[], drawn: readonly T[]): number {
  const other = list.findIndex((line, at) => line !== drawn[at]);
  return other < 0 ? list.length : other;
}
