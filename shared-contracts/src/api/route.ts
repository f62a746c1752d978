/**
 * Describes API routes as data. The server validates with it, the client's types and the OpenAPI document are derived
 * from it. Browser code imports only types from this folder, so no schemas are shipped.
 */
import { type Static, type TSchema, Type } from './type.ts';

export type Access = 'visitor' | 'user' | 'admin' | 'grant';

export interface RouteDefinition {
  /** Summary in the OpenAPI document. */
  readonly summary: string;
  /** Who may call it: anyone, a signed-in user, an administrator, or the holder of a signed URL. */
  readonly access: Access;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Streams lines of JSON, each with the shape of `response`. */
  readonly stream?: true;
  readonly response: TSchema;
}

/** A route, with the literal types of its schemas. */
export const route = <const A extends Access, const R extends Omit<RouteDefinition, 'access' | 'summary'>>(
  access: A,
  summary: string,
  definition: R,
) => ({ access, summary, ...definition });

export type ParamsOf<R> = R extends { params: infer S extends TSchema } ? Static<S> : undefined;
export type QueryOf<R> = R extends { query: infer S extends TSchema } ? Static<S> : undefined;
export type BodyOf<R> = R extends { body: infer S extends TSchema } ? Static<S> : undefined;
export type ResponseOf<R> = R extends { response: infer S extends TSchema } ? Static<S> : never;

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
/** UUID in lower-case hex. Clients may generate ids, so that resources created offline have one at once. */
export const Id = Type.String({ format: 'uuid', maxLength: 36 });
/** ISO 8601 with time zone, as Date.prototype.toISOString returns. */
export const Timestamp = Type.String({ format: 'date-time', maxLength: 40 });
export const IdParams = Type.Object({ id: Id });
export const BookIdParams = Type.Object({ bookId: Id });
const NoContent = Type.Null();
/** The answer of a route that has nothing to say. */
export const nothing = { status: 204, response: NoContent } as const;
/** Query of every list: a limit, and `next_cursor` of the previous page. */
export const pageQuery = ({ usual = 500, most = 500 } = {}) => ({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: usual })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 8_000 })),
});
/**
 * Cursor of the next page; null on the last one. A page may end before `limit`, to keep responses below 2 MB. The
 * shell removes it from the complete lists that it passes to remotes.
 */
export const NextCursor = Type.Optional(Nullable(Type.String()));
/** A page of a list. */
export const pageOf = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item), next_cursor: NextCursor });
/** A list that is asked for in pages of the usual size. */
export const listOf = <S extends TSchema>(item: S) => ({
  query: Type.Object(pageQuery()),
  response: pageOf(item),
});
/** Free text of a user: always shown as text, never as markup. */
export const Text = (maxLength: number) => Type.String({ maxLength });
