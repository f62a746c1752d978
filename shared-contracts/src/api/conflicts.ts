import { Id, Nullable, Text } from './route.ts';
import { type Static, Type } from './type.ts';

/** By field, valueStamps of what the change was made from: domain/basis.ts. */
export const Basis = Type.Unsafe<Record<string, string[]>>({
  type: 'object',
  maxProperties: 40,
  additionalProperties: Type.Array(Text(40), { maxItems: 50 }),
});

const members = (most: number) => Type.Array(Text(60), { maxItems: most });

/** What was put into a set and taken out of it. */
export const MemberChanges = Type.Object({ added: members(100_000), removed: members(100_000) });

/** Values of another device that this change has replaced unseen. */
export const Replaced = Type.Array(
  Type.Object({
    field: Type.String(),
    value: Nullable(Type.String()),
    /** The note that keeps a replaced text, to be chosen from; null for a single value. */
    note: Nullable(Id),
  }),
);
export type Replaced = Static<typeof Replaced>;
