/** Passwords of reading devices and other apps, for KOReader sync, OPDS and WebDAV; not valid in the app itself. */
import { Id, IdParams, NoContent, Nullable, pageOf, pageQuery, route, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

/** `read`: lists and files of books. `progress`: reading positions. `write`: files and highlights from devices. */
export const AppPasswordScope = Type.Union([
  Type.Literal('read'),
  Type.Literal('progress'),
  Type.Literal('write'),
]);
export type AppPasswordScope = Static<typeof AppPasswordScope>;

export const AppPassword = Type.Object({
  id: Id,
  name: Type.String(),
  scopes: Type.Array(AppPasswordScope),
  /** The user name to enter: the email address of the account. */
  username: Type.String(),
  created_at: Timestamp,
  /** To the minute; null when it has not been used. */
  last_used_at: Nullable(Timestamp),
});
export type AppPassword = Static<typeof AppPassword>;

/** With the password itself, which is returned only once. */
export const NewAppPassword = Type.Object({ ...AppPassword.properties, secret: Type.String() });
export type NewAppPassword = Static<typeof NewAppPassword>;

export const appPasswordRoutes = {
  'GET /auth/app-passwords': route({
    summary: 'The app passwords of the reader, the newest first; never the passwords themselves',
    access: 'user',
    query: Type.Object(pageQuery()),
    response: pageOf(AppPassword),
  }),
  'POST /auth/app-passwords': route({
    summary: 'Make a password for one device or app; its secret is in this answer only',
    access: 'user',
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
        scopes: Type.Array(AppPasswordScope, { minItems: 1, maxItems: 3, uniqueItems: true }),
      },
      { additionalProperties: false },
    ),
    status: 201,
    response: NewAppPassword,
  }),
  'DELETE /auth/app-passwords/:id': route({
    summary: 'Revoke an app password; it is void at once',
    access: 'user',
    params: IdParams,
    status: 204,
    response: NoContent,
  }),
};
