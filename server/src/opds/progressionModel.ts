import { type Static, Type } from '@lectern/shared-contracts/api/type.ts';

/** A position in OPDS Progression 1.0. */
export const Progression = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 1_000 })),
  modified: Type.String({ format: 'date-time', maxLength: 40 }),
  device: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 200 }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  /** 0..1 */
  progression: Type.Number({ minimum: 0, maximum: 1 }),
  /** URLs of the position within the book, most precise first. */
  references: Type.Optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 20 })),
});
export type Progression = Static<typeof Progression>;

export const progressionType = 'application/opds-progression+json';
export const progressionRel = 'http://opds-spec.org/progression';
