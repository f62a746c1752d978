/** A set that two devices change (the books of a collection, the tags of a note): members come and go, none is lost. */
export interface MemberChanges {
  added: string[];
  removed: string[];
}

/** What was added and removed between two lists. */
export function memberChanges(before: readonly string[], after: readonly string[]): MemberChanges {
  return {
    added: after.filter((member) => !before.includes(member)),
    removed: before.filter((member) => !after.includes(member)),
  };
}

/** Two changes, one after the other, as one; safe when the earlier one has been made already. */
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
 * What is stored, with a change laid over it. The order is that of the device, which comes last, where it knew all
 * members; else what is stored keeps its order, and what is added comes last.
 * @param said the whole list as the device has it
 */
export function withMembers(
  stored: readonly string[],
  said: readonly string[],
  changes: MemberChanges | undefined,
): string[] {
  if (changes === undefined) return [...new Set(said)];
  const removed = new Set(changes.removed);
  const merged = union(
    stored.filter((member) => !removed.has(member)),
    changes.added,
  );
  const own = new Set(said);
  return own.size === merged.length && merged.every((member) => own.has(member)) ? [...own] : merged;
}

const union = (one: readonly string[], other: readonly string[]): string[] => [
  ...new Set([...one, ...other]),
];
