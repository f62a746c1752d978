/** Idempotent changes to lists of items with an id: a write may be applied to a response that already contains it. */

interface Items<T> {
  items: T[];
}

/** Inserts the item at the front, or replaces it in place. */
export function withItem<T extends { id: string }, L extends Items<T>>(list: L, item: T): L {
  const exists = list.items.some((other) => other.id === item.id);
  return exists ? changedItem(list, item.id, () => item) : { ...list, items: [item, ...list.items] };
}

export function changedItem<T extends { id: string }, L extends Items<T>>(
  list: L,
  id: string,
  change: (item: T) => T,
): L {
  const index = list.items.findIndex((item) => item.id === id);
  const item = list.items[index];
  return item === undefined ? list : { ...list, items: list.items.with(index, change(item)) };
}

export function withoutItem<T extends { id: string }, L extends Items<T>>(list: L, id: string): L {
  return list.items.some((item) => item.id === id)
    ? { ...list, items: list.items.filter((item) => item.id !== id) }
    : list;
}
