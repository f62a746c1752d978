/** Passwords of reading devices and other apps, for KOReader sync, OPDS and WebDAV; not valid in the app itself. */
import { Id, IdParams, listOf, Nullable, nothing, route, Timestamp } from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

/** `read`: lists and files of books. `progress`: reading positions. `write`: files and highlights from devices. */
export const AppPasswordScope = OneOf('read', 'progress', 'write');
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
  'GET /auth/app-passwords': route(
    'user',
    'The app passwords of the reader, the newest first; never the passwords themselves',
    listOf(AppPassword),
  ),
  'POST /auth/app-passwords': route(
    'user',
    'Make a password for one device or app; its secret is in this answer only',
    {
      body: Closed({
        name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
        scopes: Type.Array(AppPasswordScope, { minItems: 1, maxItems: 3, uniqueItems: true }),
      }),
      status: 201,
      response: NewAppPassword,
    },
  ),
  'DELETE /auth/app-passwords/:id': route('user', 'Revoke an app password; it is void at once', {
    params: IdParams,
    ...nothing,
  }),
};
