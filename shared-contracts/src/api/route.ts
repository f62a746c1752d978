/**
 * The shape of one call of the API, as data. The server validates by it, the client is typed by it, and the
 * OpenAPI document is made from it. Browser code imports only TYPES from this folder, so no schema is shipped.
 */
import { type Static, type TSchema, Type } from './type.ts';

export type Access = 'visitor' | 'user' | 'admin' | 'grant';

export interface RouteDefinition {
  /** One line for the OpenAPI document. */
  readonly summary: string;
  /** Who may call: anyone, a signed-in user, an administrator, or whoever holds a signed short-lived address. */
  readonly access: Access;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Status of success; 200 unless told. */
  readonly status?: 200 | 201 | 202 | 204;
  /** It still answers, and ends with a later major of the API. Callers are told in the console. */
  readonly deprecated?: { readonly until: string; readonly instead: string };
  /** The answer comes in pieces: lines of JSON, each of the shape of `response`. */
  readonly stream?: true;
  readonly response: TSchema;
}

/** Keeps the literal types of a route's schemas. */
export const route = <const R extends RouteDefinition>(definition: R): R => definition;

export type ParamsOf<R> = R extends { params: infer S extends TSchema } ? Static<S> : undefined;
export type QueryOf<R> = R extends { query: infer S extends TSchema } ? Static<S> : undefined;
export type BodyOf<R> = R extends { body: infer S extends TSchema } ? Static<S> : undefined;
export type ResponseOf<R> = R extends { response: infer S extends TSchema } ? Static<S> : never;

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
/** UUID in lower-case hex. Ids may be made by the client, so that things made offline have their id at once. */
export const Id = Type.String({ format: 'uuid', maxLength: 36 });
/** Moment in ISO 8601 with zone, as Date.prototype.toISOString gives it. */
export const Timestamp = Type.String({ format: 'date-time', maxLength: 40 });
export const IdParams = Type.Object({ id: Id });
export const BookIdParams = Type.Object({ bookId: Id });
export const NoContent = Type.Null();
/** What every list takes: how many at most, and the `next_cursor` of the page before. */
export const pageQuery = ({ usual = 500, most = 500 } = {}) => ({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: usual })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 8_000 })),
});
/**
 * Where the next page of a list begins; null on the last one. A page may end before `limit`, so that no answer is
 * larger than 2 MB. The shell leaves it out of the whole lists that it gives to remotes.
 */
export const NextCursor = Type.Optional(Nullable(Type.String()));
/** A page of a list. */
export const pageOf = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item), next_cursor: NextCursor });
/** Free text of a reader: shown as text everywhere, never as markup. */
export const Text = (maxLength: number) => Type.String({ maxLength });
