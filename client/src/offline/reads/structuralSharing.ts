/**
 * @returns `after`, in which every part that equals its part of `before` is that very object, so that React does not
 * render it again. Items of lists are matched by id: one more in front changes no other.
 */
export function structuralSharing<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  return (Array.isArray(after) ? keepList(before as unknown[], after) : keepFields(before, after)) as T;
}

function keepFields(before: object, after: object): object {
  const old = before as Record<string, unknown>;
  const names = Object.keys(after);
  let same = names.length === Object.keys(before).length;
  const shared: Record<string, unknown> = {};
  for (const name of names) {
    const value = structuralSharing(old[name], (after as Record<string, unknown>)[name]);
    shared[name] = value;
    if (!(name in old) || !Object.is(value, old[name])) same = false;
  }
  return same ? before : shared;
}

function keepList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((item) => [idOf(item), item]));
  const shared = after.map((item, index) => {
    const id = idOf(item);
    return structuralSharing(id === undefined ? before[index] : byId.get(id), item);
  });
  return shared.length === before.length && shared.every((item, index) => Object.is(item, before[index]))
    ? before
    : shared;
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
}
