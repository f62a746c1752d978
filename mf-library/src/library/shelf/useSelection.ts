import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useCallback, useMemo, useRef, useState } from 'react';

/** Selection of several books for bulk commands. */
export type Selection = ReturnType<typeof useSelection>;

const none: ReadonlySet<string> = new Set();

/** @param shown in list order; books hidden by a filter are deselected */
export function useSelection(shown: readonly Book[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const last = useRef<string | null>(null);
  const list = useRef(shown);
  list.current = shown;
  const ids = useMemo(
    () => (chosen === null ? none : new Set(shown.flatMap(({ id }) => (chosen.has(id) ? id : [])))),
    [chosen, shown],
  );
  const toggle = useCallback((book: Book, through: boolean) => {
    const from = list.current.findIndex(({ id }) => id === last.current);
    const to = list.current.findIndex(({ id }) => id === book.id);
    last.current = book.id;
    setChosen((before) => {
      const next = new Set(before);
      if (through && from >= 0 && to >= 0) {
        for (const { id } of list.current.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id);
      } else if (!next.delete(book.id)) next.add(book.id);
      return next;
    });
  }, []);
  return useMemo(
    () => ({
      /** Whether selection mode is on: a click selects instead of opening. */
      on: chosen !== null,
      ids,
      begin: () => setChosen(new Set()),
      end: () => {
        last.current = null;
        setChosen(null);
      },
      /** @param through selects the range from the last one, as with the Shift key */
      toggle,
      all: () => setChosen(new Set(list.current.map(({ id }) => id))),
    }),
    [chosen, ids, toggle],
  );
}
