/** Splits a list into parts of at most `size` items, such as the rows of one statement. */
export function* chunks<Item>(list: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
