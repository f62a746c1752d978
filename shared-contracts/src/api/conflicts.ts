import { Id, Nullable, Text } from './route.ts';
import { type Static, Type } from './type.ts';

/** valueStamps by field of what the change was based on: domain/changes/basis.ts. */
export const Basis = Type.Unsafe<Record<string, string[]>>({
  type: 'object',
  maxProperties: 40,
  additionalProperties: Type.Array(Text(40), { maxItems: 50 }),
});

const members = (most: number) => Type.Array(Text(60), { maxItems: most });

/** Elements added to and removed from a set. */
export const MemberChanges = Type.Object({ added: members(100_000), removed: members(100_000) });

/** Values of other devices that this change has overwritten unseen. */
export const Replaced = Type.Array(
  Type.Object({
    field: Type.String(),
    value: Nullable(Type.String()),
    /** The note that keeps a replaced text; null for other values. */
    note: Nullable(Id),
  }),
);
export type Replaced = Static<typeof Replaced>;
