import { type Static, Type } from './type.ts';

/** The body of every error response. `error` is for people, `code` for programs. */
export const ErrorBody = Type.Object({
  status: Type.Integer(),
  error: Type.String(),
  code: Type.String(),
  details: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
});
export type ErrorBody = Static<typeof ErrorBody>;
