import { Position, ReturnPlace } from './locator.ts';
import { Id, Nullable, Text, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

export const Progress = Type.Object({
  current_page: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  total_pages: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  percentage: Type.Number({ minimum: 0, maximum: 100 }),
  updated_at: Timestamp,
  position: Type.Optional(Position),
  /** Name of the device, for 'continue from your phone'. */
  device: Type.Optional(Text(100)),
  /** Positions to return to, oldest first. When omitted in a write, the stored ones are kept. */
  return_to: Type.Optional(Type.Array(ReturnPlace, { maxItems: 20 })),
  /** In responses: whether this session made the last change. */
  mine: Type.Optional(Type.Boolean()),
});
export type Progress = Static<typeof Progress>;

/** A position reported by a device, with what conflict resolution needs; see domain/books/place.ts. */
export const SaidProgress = Type.Object({
  ...Progress.properties,
  /** `updated_at` of the position that the device had last seen. */
  follows: Type.Optional(Nullable(Timestamp)),
  /** The user's rule for conflicting devices. */
  keep: Type.Optional(Type.Union([Type.Literal('latest'), Type.Literal('furthest')])),
});
export type SaidProgress = Static<typeof SaidProgress>;

/** A past position: before another device moved on, before a jump, or one that lost a conflict. */
export const PastPlace = Type.Object({
  id: Id,
  current_page: Type.Integer(),
  total_pages: Type.Integer(),
  percentage: Type.Number(),
  position: Position,
  device: Nullable(Type.String()),
  updated_at: Timestamp,
});
export type PastPlace = Static<typeof PastPlace>;
