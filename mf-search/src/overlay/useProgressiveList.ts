import { startTransition, useEffect, useReducer, useRef } from 'react';
import { afterFrame } from '../afterFrame.ts';

/** Lines that are rendered in one frame. */
const linesPerFrame = 3;

/**
 * The part of a list to render now: each frame replaces a few lines, so that a key never waits for all of them. Lines
 * not replaced yet stay as the last list had them, with its marks; the list ends at a line that the last one lacks.
 * @param least lines that are rendered in the first frame in any case
 */
export function useProgressiveList<T extends { key: string }>(
  list: readonly T[],
  least: number,
): readonly T[] {
  const [, next] = useReducer((turns: number) => turns + 1, 0);
  const drawn = useRef<readonly T[]>([]);
  const shown = progressiveList(
    list,
    drawn.current,
    Math.max(least, equalLines(list, drawn.current) + linesPerFrame),
  );
  useEffect(() => {
    drawn.current = shown;
    return equalLines(list, shown) === list.length ? undefined : afterFrame(() => startTransition(next));
  });
  return shown;
}

/** The first `count` lines of a list, then those of the following that were rendered before, unchanged. */
export function progressiveList<T extends { key: string }>(
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

/** How many lines from the start are already rendered. */
function equalLines<T>(list: readonly T[], drawn: readonly T[]): number {
  const other = list.findIndex((line, at) => line !== drawn[at]);
  return other < 0 ? list.length : other;
}
