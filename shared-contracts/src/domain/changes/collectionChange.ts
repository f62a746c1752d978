import type { Basis } from './basis.ts';
import { type MemberChanges, withMembers } from './members.ts';

/** What a reader chooses of a collection, apart from its books. */
const fields = ['name', 'description', 'color', 'icon', 'rule'] as const;

type Fields = { [name in (typeof fields)[number]]?: unknown } & { bookIds: string[] };

/**
 * A collection with a device's change laid over it. Where the change says what it was made from, only the fields named
 * there are changed, and only the books that were put in or taken out.
 */
export function changedCollection<T extends Fields>(
  stored: T,
  said: T,
  { basis, books }: { basis?: Basis; books?: MemberChanges },
): T {
  const kept = basis === undefined ? [] : fields.filter((field) => !(field in basis));
  return {
    ...said,
    ...Object.fromEntries(kept.map((field) => [field, stored[field]])),
    bookIds: withMembers(stored.bookIds, said.bookIds, books),
  };
}
