import { type Static, Type } from './type.ts';

/** The one shape of every error answer. `error` is written for a person; `code` for a program. */
export const ErrorBody = Type.Object({
  status: Type.Integer(),
  error: Type.String(),
  code: Type.String(),
  details: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
});
export type ErrorBody = Static<typeof ErrorBody>;
