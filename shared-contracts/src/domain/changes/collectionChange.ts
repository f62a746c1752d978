import type { Basis } from './basis.ts';
import { type MemberChanges, withMembers } from './members.ts';

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
