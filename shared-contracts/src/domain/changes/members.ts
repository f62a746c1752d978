import type { Basis } from './basis.ts';

/** A set that several devices change (books of a collection, tags): additions and removals are merged. */
export interface MemberChanges {
  added: string[];
  removed: string[];
}

/** The difference of two lists. */
export function memberChanges(before: readonly string[], after: readonly string[]): MemberChanges {
  return {
    added: after.filter((member) => !before.includes(member)),
    removed: before.filter((member) => !after.includes(member)),
  };
}

/** Combines two consecutive changes; idempotent if the earlier one was already applied. */
export function mergedMemberChanges(earlier: MemberChanges, later: MemberChanges): MemberChanges {
  return {
    added: union(
      earlier.added.filter((member) => !later.removed.includes(member)),
      later.added,
    ),
    removed: union(
      earlier.removed.filter((member) => !later.added.includes(member)),
      later.removed,
    ),
  };
}

/**
 * Combines two consecutive changes of tags. Null: tags are set without a known basis; undefined: tags are unchanged.
 */
export function mergedTagChanges(
  earlier: MemberChanges | null | undefined,
  later: MemberChanges | null | undefined,
): { tagChanges?: MemberChanges } {
  if (earlier === null || later === null) return {};
  if (earlier === undefined || later === undefined) {
    const only = earlier ?? later;
    return only ? { tagChanges: only } : {};
  }
  return { tagChanges: mergedMemberChanges(earlier, later) };
}

/**
 * Applies a change to the stored list. The device's order is used when it knew all members; otherwise the stored
 * order is kept, and additions come last.
 * @param sent the whole list of the device
 */
export function withMembers(
  stored: readonly string[],
  sent: readonly string[],
  changes: MemberChanges | undefined,
): string[] {
  if (changes === undefined) return [...new Set(sent)];
  const removed = new Set(changes.removed);
  const merged = union(
    stored.filter((member) => !removed.has(member)),
    changes.added,
  );
  const own = new Set(sent);
  return own.size === merged.length && merged.every((member) => own.has(member)) ? [...own] : merged;
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];

/** Editable fields of a collection, apart from its books. */
const fields = ['name', 'description', 'color', 'icon', 'rule'] as const;

type Fields = { [name in (typeof fields)[number]]?: unknown } & { bookIds: string[] };

/**
 * Applies a device's change to a collection. With a basis, only the fields in it are changed, and only books that
 * were added or removed.
 */
export function changedCollection<T extends Fields>(
  stored: T,
  sent: T,
  { basis, books }: { basis?: Basis; books?: MemberChanges },
): T {
  const unchanged = basis === undefined ? [] : fields.filter((field) => !(field in basis));
  return {
    ...sent,
    ...Object.fromEntries(unchanged.map((field) => [field, stored[field]])),
    bookIds: withMembers(stored.bookIds, sent.bookIds, books),
  };
}
